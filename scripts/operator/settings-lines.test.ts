import { expect, it } from "vitest";

import { samplesWarning, textsWarning, trustLine } from "./settings-lines.ts";

const ON = {
  CURRENCY: "USD",
  NEW_BIDDER_AMOUNT: "5000",
  NEW_BIDDER_AUCTIONS: "20",
  CONFIRM_EMAIL: "1",
  MAIL_FROM: "no-reply@lotline.example",
};

it.each([
  [
    "all limits and email confirmation",
    {},
    "New members can bid up to $5,000 and in 20 new auctions a day. Bids, purchases and listings need a confirmed email address.",
  ],
  [
    "one limit and no email confirmation",
    { NEW_BIDDER_AMOUNT: "0", CONFIRM_EMAIL: "0" },
    "New members can bid in 20 new auctions a day. No one has to confirm an email address. Set CONFIRM_EMAIL in wrangler.toml to change that.",
  ],
  [
    "a limit of one new auction a day",
    { NEW_BIDDER_AMOUNT: "0", NEW_BIDDER_AUCTIONS: "1" },
    "New members can bid in 1 new auction a day. Bids, purchases and listings need a confirmed email address.",
  ],
  [
    "no limits and no email",
    { NEW_BIDDER_AMOUNT: "0", NEW_BIDDER_AUCTIONS: undefined, MAIL_FROM: "" },
    "New members have no limits. Set NEW_BIDDER_AMOUNT and NEW_BIDDER_AUCTIONS in wrangler.toml to change that. No one has to confirm an email address. Set MAIL_FROM in wrangler.toml to change that.",
  ],
])("one line sums up who can bid and sell on a site with %s", (_what, more, line) => {
  expect(trustLine({ ...ON, ...more })).toBe(line);
});

it.each([{ FIXED_TEXTS: "sample" }, {}, { FIXED_TEXTS: "" }])(
  "deploying warns about sample text with the settings %j",
  (vars) => {
    expect(samplesWarning(vars)).toContain('Set FIXED_TEXTS = "real" in wrangler.toml');
  },
);

it("deploying a site without sample text doesn't warn about it", () => {
  expect(samplesWarning({ FIXED_TEXTS: "real" })).toBeNull();
});

it.each([
  [
    [],
    "No one can see who runs this site. Write texts/contact.md and texts/imprint.md to show a link to them (docs/deploy.md).",
  ],
  [
    ["terms.md", "contact.md"],
    "No one can see who runs this site. Write texts/imprint.md to show a link to it (docs/deploy.md).",
  ],
  [["contact.md", "imprint.md"], null],
])("deploying warns only about operator pages missing from %j", (files, line) => {
  expect(textsWarning(files)).toBe(line);
});
