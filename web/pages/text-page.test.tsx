import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";

import { isPage, PAGES } from "../../worker/contract/urls/pages.ts";
import { PAGE_COMPONENTS } from "../app/pages.ts";
import SiteFooter from "../features/navigation/site-footer.tsx";
import { testClient } from "../testing/page.tsx";
import TextPage from "./text-page.tsx";

const PATHS = Object.keys(import.meta.glob("../texts/*.md")).map((file) => file.slice("../texts".length, -3));

async function show(path: string) {
  const page = (
    <QueryClientProvider client={testClient()}>
      <MemoryRouter initialEntries={[path]}>
        <TextPage />
        <SiteFooter />
      </MemoryRouter>
    </QueryClientProvider>
  );
  // Awaited, because a page that suspends in an act that isn't awaited never continues.
  const shown = await act(async () => render(page));
  await screen.findByRole("article");
  return shown;
}

/** The URLs that a page links to. */
const targets = () => screen.getAllByRole("link").map((link) => link.getAttribute("href") ?? "");

it("every text page has a text file", () => {
  const components = new Map<string, unknown>(Object.entries(PAGE_COMPONENTS));
  const pages = Object.entries(PAGES).filter(([name]) => components.get(name) === PAGE_COMPONENTS.help);
  expect(pages.map(([, { path }]) => path).toSorted()).toEqual(PATHS.toSorted());
});

it("every text page has a title, and its links lead to existing pages and headings", async () => {
  const anchors = new Set<string>();
  const linkTargets = new Set<string>();
  for (const path of PATHS) {
    const { container, unmount } = await show(path);
    expect(within(screen.getByRole("article")).getAllByRole("heading", { level: 1 })).toHaveLength(1);
    for (const { id } of container.querySelectorAll("h2[id]")) anchors.add(`${path}#${id}`);
    for (const target of targets()) linkTargets.add(target);
    unmount();
  }
  // This site has no text for these two pages. The footer links to them once a site has
  // written them (site-footer.test.tsx).
  const writtenPaths = PATHS.filter((path) => path !== "/contact" && path !== "/imprint");
  expect([...linkTargets]).toEqual(expect.arrayContaining([...writtenPaths, "/help#safety", "/help#what-a-bid-means"]));
  // The Worker serves this one, if the deployment has it.
  linkTargets.delete("/.well-known/security.txt");
  const leadsNowhere = (target: string) =>
    !isPage(target.replace(/#.*/, "")) || (target.includes("#") && !anchors.has(target));
  expect([...linkTargets].filter(leadsNowhere)).toEqual([]);
});

it("a footer link jumps to its heading on every click", async () => {
  const scrollSpy = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  await show("/help");
  const press = () => fireEvent.click(screen.getByRole("link", { name: "Safety" }));
  press();
  press();
  const safety = screen.getByRole("heading", { name: "Safety" });
  expect(scrollSpy.mock.contexts).toEqual([safety, safety]);
});
