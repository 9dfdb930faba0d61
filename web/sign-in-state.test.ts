import { expect, it } from "vitest";

import { type Intent, readIntent } from "./intent.ts";
import { wasLinkSent, onwardState, readReturnPath, returnState, readTypedEmail } from "./sign-in-state.ts";

it("signing in returns to the page that sent the user to the login", () => {
  expect(readReturnPath({ from: "/auction/lot" })).toBe("/auction/lot");
});

it.each([
  null,
  "/auction/lot",
  {},
  { from: 3 },
  { from: "//elsewhere.example" },
  { from: "https://elsewhere.example" },
])("signing in opens the profile if the history state is %o", (state) => {
  expect(readReturnPath(state)).toBe("/dashboard/my-profile");
});

const INTENT: Intent = { action: "bid", amount: 1262, currency: "USD", bidId: null, personId: "ann" };

it("sign-in pages keep the email, the page to return to and the intent", () => {
  const state = onwardState({ from: "/auction/lot", intent: INTENT }, "ada@example.com");
  expect(readTypedEmail(state)).toBe("ada@example.com");
  expect(readReturnPath(state)).toBe("/auction/lot");
  expect(returnState(state)).toEqual({ intent: INTENT });
  expect(readTypedEmail(null)).toBe("");
  expect(returnState({ from: "/auction/lot" })).toBeNull();
});

it.each<[string, unknown]>([
  ["null", null],
  ["a number", 7],
  ["an empty object", {}],
  ["an unknown action", { ...INTENT, action: "sell" }],
  ["a malformed currency", { ...INTENT, currency: "<b>" }],
])("the page reads no intent from a history state with %s", (_what, intent) => {
  expect(readIntent({ intent })).toBeNull();
});

it("an intent with wrong types loses its amount, bid and user", () => {
  const read = readIntent({ intent: { ...INTENT, amount: "9", bidId: 3, personId: {} } });
  expect(read).toEqual({ action: "bid", amount: null, currency: "USD", bidId: null, personId: null });
});

it("signing up records whether the server sent a link", () => {
  const state = { ...onwardState({ from: "/auction/lot" }, "ada@example.com"), linkSent: true };
  expect(wasLinkSent(state)).toBe(true);
  expect(wasLinkSent({ ...state, linkSent: "yes" })).toBe(false);
});
