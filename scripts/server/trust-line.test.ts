import { expect, it } from "vitest";

import { trustLine } from "./trust-line.ts";

const ON = {
  currency: "USD",
  newMembers: { amountMinor: 500_000, auctionsPerDay: 20 },
  confirmsEmail: true,
  mailFrom: "no-reply@lotline.example",
};

it.each([
  [
    "everything",
    {},
    "New members can bid up to $5,000 and in 20 new auctions a day. Bids, purchases and listings need a confirmed email address.",
  ],
  [
    "one limit and no proof of addresses",
    { newMembers: { amountMinor: 0, auctionsPerDay: 20 }, confirmsEmail: false },
    "New members can bid in 20 new auctions a day. No one has to confirm an email address. Set CONFIRM_EMAIL in wrangler.toml to change that.",
  ],
  [
    "nothing, and no mail",
    { newMembers: null, confirmsEmail: false, mailFrom: null },
    "New members have no limits. Set NEW_BIDDER_AMOUNT and NEW_BIDDER_AUCTIONS in wrangler.toml to change that. No one has to confirm an email address. Set MAIL_FROM in wrangler.toml to change that.",
  ],
])("a deployment with %s says so in one line", (_what, more, line) => {
  expect(trustLine({ ...ON, ...more })).toBe(line);
});
