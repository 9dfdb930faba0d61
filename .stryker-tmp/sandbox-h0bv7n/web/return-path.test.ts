// @ts-nocheck
import { expect, it } from "vitest";

import { returnPath } from "./return-path.ts";

it("leads back to the page that asked for the login", () => {
  expect(returnPath({ from: "/auction/lot" })).toBe("/auction/lot");
});

it.each([
  null,
  "/auction/lot",
  {},
  { from: 3 },
  { from: "//elsewhere.example" },
  { from: "https://elsewhere.example" },
])("leads to the profile for %o", (state) => {
  expect(returnPath(state)).toBe("/dashboard/my-profile");
});
