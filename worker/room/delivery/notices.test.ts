import { describe, expect, it } from "vitest";

import { KEPT_NOTIFICATIONS, type NoticeKind } from "../../contract/notification.ts";
import type { Fact } from "../../rules/facts.ts";
import { anAuction, SELLER, T0 } from "../../rules/testing/auctions.ts";
import { condense, noticesOf } from "./notices.ts";

const auction = anAuction({ title: "Brass sextant" });
const amountMinor = 1_250_00;
const bid = { bidId: "auction-2", bidderId: "ann", amountMinor };
const outcome = { winnerId: "ann", bidId: "auction-2", priceMinor: amountMinor };

/** Cem has withdrawn all of his bids. */
const noticesFor = (fact: Fact, bidders: readonly string[] = []) =>
  noticesOf({ fact, seq: 7, at: T0 }, auction, {
    standingIds: () => bidders,
    everyId: () => [...bidders, "cem"],
  });

/** Each fact, the bidders with a standing bid, and the notices that follow: recipient, kind and text. */
const CASES: readonly [string, Fact, readonly string[], readonly (readonly [string, NoticeKind, string])[]][] = [
  [
    "a first bid: the seller alone is notified",
    { type: "newBid", ...bid, auto: false, outbidId: null },
    ["ann"],
    [[SELLER, "newBid", 'New bid of $1,250 on "Brass sextant"']],
  ],
  [
    "a higher bid: the seller, and the bidder who lost the lead",
    { type: "newBid", ...bid, auto: false, outbidId: "bob" },
    ["ann", "bob"],
    [
      [SELLER, "newBid", 'New bid of $1,250 on "Brass sextant"'],
      ["bob", "outbid", 'You were outbid on "Brass sextant": the price is now $1,250'],
    ],
  ],
  [
    "a raised bid: as for a new one",
    { type: "bidEdited", ...bid, previousMinor: 100_00, outbidId: "bob" },
    ["ann", "bob"],
    [
      [SELLER, "newBid", 'New bid of $1,250 on "Brass sextant"'],
      ["bob", "outbid", 'You were outbid on "Brass sextant": the price is now $1,250'],
    ],
  ],
  [
    "a withdrawal below the lead: the seller alone",
    { type: "bidWithdrawn", ...bid, newLeaderId: null },
    ["bob"],
    [[SELLER, "bidWithdrawn", 'A bid of $1,250 on "Brass sextant" was withdrawn']],
  ],
  [
    "the leader's withdrawal: the seller and the new leader",
    { type: "bidWithdrawn", ...bid, newLeaderId: "bob" },
    ["bob"],
    [
      [SELLER, "bidWithdrawn", 'A bid of $1,250 on "Brass sextant" was withdrawn'],
      ["bob", "leading", 'You are the highest bidder on "Brass sextant" again'],
    ],
  ],
  [
    "a bid that was undone as a slip: as for a withdrawal, with the reason for the seller",
    { type: "bidWithdrawn", ...bid, newLeaderId: "bob", reason: "mistake" },
    ["bob"],
    [
      [SELLER, "bidWithdrawn", 'A bid of $1,250 on "Brass sextant" was withdrawn as a mistake'],
      ["bob", "leading", 'You are the highest bidder on "Brass sextant" again'],
    ],
  ],
  [
    "an automatic relisting: the seller, who did not cause it",
    {
      type: "opened",
      auctionId: "auction",
      sellerId: SELLER,
      currency: "USD",
      terms: { ...auction.terms, relistOf: "old", relistedByItself: true },
    },
    [],
    [[SELLER, "relisted", '"Brass sextant" is listed again']],
  ],
  [
    "an end without a bid: the seller",
    { type: "closed", outcome: null, lastHash: "" },
    [],
    [[SELLER, "expired", '"Brass sextant" ended without a bid']],
  ],
  [
    "a sale: the seller, the winner, and every other bidder, each once",
    { type: "closed", outcome, lastHash: "" },
    ["ann", "bob", "cem"],
    [
      [SELLER, "sold", '"Brass sextant" sold for $1,250'],
      ["ann", "won", 'You won "Brass sextant" for $1,250'],
      ["bob", "lost", '"Brass sextant" was sold to another bidder for $1,250'],
      ["cem", "lost", '"Brass sextant" was sold to another bidder for $1,250'],
    ],
  ],
  [
    "an end that is announced when the listing is shown again: the same as for any end",
    { type: "shown", closing: { outcome } },
    ["ann", "bob"],
    [
      [SELLER, "sold", '"Brass sextant" sold for $1,250'],
      ["ann", "won", 'You won "Brass sextant" for $1,250'],
      ["bob", "lost", '"Brass sextant" was sold to another bidder for $1,250'],
    ],
  ],
  [
    "a voided auction: the seller and everyone who ever bid, with the reason",
    { type: "voided", reason: "Stolen goods" },
    ["ann"],
    [
      [SELLER, "voided", 'Our team has voided "Brass sextant": Stolen goods'],
      ["ann", "voided", 'Our team has voided "Brass sextant": Stolen goods. Your bids no longer count'],
      ["cem", "voided", 'Our team has voided "Brass sextant": Stolen goods. Your bids no longer count'],
    ],
  ],
  [
    "a cancellation: every bidder, and not the seller who cancelled it",
    { type: "cancelled" },
    ["ann", "bob"],
    [
      ["ann", "cancelled", '"Brass sextant" was cancelled by its seller: your bids are void'],
      ["bob", "cancelled", '"Brass sextant" was cancelled by its seller: your bids are void'],
    ],
  ],
];

const SILENT: readonly Fact[] = [
  { type: "opened", auctionId: "auction", sellerId: SELLER, currency: "USD", terms: auction.terms },
  { type: "listingEdited", change: { title: "Brass octant" } },
  { type: "extended", endsAt: T0 + 1, extensions: 1 },
  { type: "bidAdjusted", bidId: "auction-2", bidderId: "ann", amountMinor: 101_00 },
  { type: "maximumChanged", bidId: "auction-2", bidderId: "ann" },
  { type: "removed" },
  { type: "bidderBlocked" },
  { type: "bidderUnblocked" },
  { type: "hidden" },
  { type: "shown" },
  // The listing may be a fraud.
  { type: "closed", outcome, lastHash: "", whileHidden: true },
];

describe("the notices that follow from a fact", () => {
  it.each(CASES)("%s", (_, fact, bidders, expected) => {
    const notices = expected.map(([recipientId, kind, message]) => ({
      recipientId,
      notice: expect.objectContaining({ auctionId: "auction", seq: 7, kind, message, at: T0 }),
    }));
    expect(noticesFor(fact, bidders)).toEqual(notices);
  });

  it("new and withdrawn bids have a text for several of them, with the price after the rules were applied", () => {
    const newBid: Fact = { type: "newBid", ...bid, auto: false, outbidId: "bob" };
    const withdrawn: Fact = { type: "bidWithdrawn", ...bid, newLeaderId: "bob" };
    const severalOf = (fact: Fact, of = auction) =>
      noticesOf({ fact, seq: 7, at: T0 }, of, { standingIds: () => [], everyId: () => [] }).map(
        ({ notice }) => notice.several,
      );
    expect(severalOf(newBid)).toEqual(['new bids on "Brass sextant", now $1,250', undefined]);
    const raised = { ...bid, id: "auction-2", amountMinor: 1_300_00, maxMinor: 1_300_00 };
    const flags = { auto: true, edited: false, placedAt: T0, reveals: false, releaseAsked: false };
    const top = { bid: { ...raised, ...flags }, below: null };
    expect(severalOf(newBid, { ...auction, top })[0]).toBe('new bids on "Brass sextant", now $1,300');
    expect(severalOf(withdrawn)).toEqual(['bids on "Brass sextant" were withdrawn, the last one of $1,250', undefined]);
  });

  it.each([
    ["“Composition with Red Sun”, oil on canvas", '"‘Composition with Red Sun’, oil on canvas" ended without a bid'],
    ['The "Red" chair', `"The 'Red' chair" ended without a bid`],
  ])("quotation marks in the title %s become single ones", (title, message) => {
    const fact: Fact = { type: "closed", outcome: null, lastHash: "" };
    const bidders = { standingIds: () => [], everyId: () => [] };
    expect(noticesOf({ fact, seq: 7, at: T0 }, anAuction({ title }), bidders)[0]?.notice.message).toBe(message);
  });

  it.each(SILENT)("$type notifies nobody, even if there are bidders", (fact) => {
    expect(noticesFor(fact, ["ann", "bob"])).toEqual([]);
  });
});

describe("runs of notices", () => {
  /** Of new bids the newest says how many there are. */
  const notice = (recipientId: string, kind: NoticeKind, seq: number) => ({
    recipientId,
    notice: {
      auctionId: "auction",
      seq,
      kind,
      message: "",
      ...(kind === "newBid" && { several: "new bids" }),
      at: T0,
    },
  });

  it("condensing a run of notices keeps of each person only the newest of each kind, and everything that is counted, in order", () => {
    const run = [
      notice("ann", "outbid", 2),
      notice("bob", "outbid", 3),
      notice(SELLER, "newBid", 3),
      notice("ann", "leading", 4),
      notice("ann", "outbid", 5),
      notice(SELLER, "newBid", 5),
    ];
    expect(condense(run)).toEqual(run.slice(1));
  });

  it("condensing a run of notices drops a notice for a newer one of the same person and kind, and for nothing else", () => {
    const [first, leading, again] = [
      notice("ann", "outbid", 2),
      notice("ann", "leading", 3),
      notice("ann", "outbid", 4),
    ];
    expect(condense([first, leading])).toEqual([first, leading]);
    expect(condense([first, again])).toEqual([again]);
    expect(condense([first, leading, again])).toEqual([leading, again]);
    expect(condense([leading, notice("ann", "leading", 5)])).toEqual([notice("ann", "leading", 5)]);
  });

  it("condensing a run of notices keeps as many of those that are counted as an inbox counts, and the others beside them", () => {
    const run = Array.from({ length: KEPT_NOTIFICATIONS + 2 }, (_, seq) => notice(SELLER, "newBid", seq));
    const [other, sold] = [notice("ann", "outbid", 0), notice(SELLER, "sold", 0)];
    expect(condense([other, sold, ...run])).toEqual([other, sold, ...run.slice(2)]);
  });
});
