import { expect, it } from "vitest";

import { linkWasSent, newEmail, returnPath, signedUpState } from "./return-path.ts";

it("signing in returns to the page that sent the person to the login", () => {
  expect(returnPath({ from: "/auction/lot" })).toBe("/auction/lot");
});

it.each([
  null,
  "/auction/lot",
  {},
  { from: 3 },
  { from: "//elsewhere.example" },
  { from: "https://elsewhere.example" },
])("signing in opens the profile for the history state %o", (state) => {
  expect(returnPath(state)).toBe("/dashboard/my-profile");
});

it("signing up passes the address on to the login, and the page to come back to", () => {
  const state = signedUpState({ from: "/auction/lot" }, "ada@example.com", true);
  expect(newEmail(state)).toBe("ada@example.com");
  expect(returnPath(state)).toBe("/auction/lot");
  expect(linkWasSent(state)).toBe(true);
  expect(newEmail(null)).toBe("");
  expect(linkWasSent({ ...state, linkSent: "yes" })).toBe(false);
});
