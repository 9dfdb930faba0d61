import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { paths } from "../../paths.ts";
import { showPart } from "../../testing/page.tsx";
import SiteFooter, { operatorLinks } from "./site-footer.tsx";

it("the footer doesn't link to pages that no one has written", () => {
  showPart(<SiteFooter />);
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(expect.arrayContaining([paths.about, paths.auctions, paths.terms, paths.privacy]));
  expect(hrefs).not.toContain(paths.contact);
  expect(hrefs).not.toContain(paths.imprint);
});

it("the footer links to the contact and legal notice pages that exist", () => {
  expect(operatorLinks("../../../texts/imprint.md")).toEqual([["Legal notice", paths.imprint]]);
  expect(operatorLinks("../../../texts/contact.md,../../../texts/imprint.md")).toHaveLength(2);
  expect(operatorLinks("")).toEqual([]);
});
