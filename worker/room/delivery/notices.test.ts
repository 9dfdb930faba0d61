import { describe, expect, it } from "vitest";

import {
  isAboutDeal,
  isAboutQuestion,
  isCounted,
  type NoticeKind,
  ALL_NOTICE_KINDS,
  sentenceOf,
} from "../../contract/notice-kinds.ts";
import { MAX_NOTIFICATIONS, type Notice } from "../../contract/notification.ts";
import type { Auction } from "../../rules/auction.ts";
import type { Fact, SequencedFact } from "../../rules/facts.ts";
import { anAuction, SELLER, T0 } from "../../rules/testing/auctions.ts";
import { aNotice } from "../../testing/notices.ts";
import { limitNotices, noticesOf } from "./notices.ts";

const auction = anAuction({ title: "Brass sextant" });
const amountMinor = 1_250_00;
const bid = { bidId: "auction-2", bidderId: "ann", amountMinor };
const outcome = { winnerId: "ann", bidId: "auction-2", priceMinor: amountMinor };

/** The notices that follow from a fact. Besides `bidders`, Cem has bid and withdrawn all of his bids. */
const noticesFor = (fact: Fact, bidders: readonly string[] = [], { auctionChange, secret }: Extra = {}) =>
  noticesOf(
    { fact, seq: 7, at: T0, ...(secret && { secret }) },
    { ...auction, ...auctionChange },
    {
      standingBidderIds: () => bidders,
      allBidderIds: () => [...bidders, "cem"],
    },
  );
/** The auction after the fact, for sentences that depend on it, and the fact's secret part. */
type Extra = { readonly auctionChange?: Partial<Auction>; readonly secret?: SequencedFact["secret"] };

/** The leading bid. */
function top(overrides: Partial<NonNullable<Auction["top"]>["bid"]> = {}): Pick<Auction, "top"> {
  const flags = { edited: false, placedAt: T0, reveals: false, releaseRequested: false };
  return {
    top: { bid: { ...bid, id: "auction-2", maxMinor: amountMinor, auto: false, ...flags, ...overrides }, below: null },
  };
}
const announcedLoss = { leadLost: { seq: 7, at: T0 } };

const SEVERAL_WITHDRAWN = '3 bids on "Brass sextant" were withdrawn. The last one was for $1,250.';

type ExpectedNotice = readonly [recipient: string, kind: NoticeKind, sentence: string, ofThree?: string];

/**
 * Each fact, the bidders with a standing bid, and the notices that follow: recipient, kind and sentence. A counted kind
 * also has the sentence for three notices.
 */
const CASES: readonly [string, Fact, readonly string[], readonly ExpectedNotice[], Extra?][] = [
  [
    "a first bid notifies only the seller",
    { type: "newBid", ...bid, auto: false, outbidId: null },
    ["ann"],
    [[SELLER, "newBid", 'New bid of $1,250 on "Brass sextant"', '3 new bids on "Brass sextant", now $1,250']],
  ],
  [
    "a higher bid notifies the seller and the bidder who lost the lead",
    { type: "newBid", ...bid, auto: false, outbidId: "bob" },
    ["ann", "bob"],
    [
      [SELLER, "newBid", 'New bid of $1,250 on "Brass sextant"', '3 new bids on "Brass sextant", now $1,250'],
      ["bob", "outbid", 'You were outbid on "Brass sextant". The price is now $1,250.'],
    ],
  ],
  [
    "a raised bid notifies the same people as a new one",
    { type: "bidEdited", ...bid, previousMinor: 100_00, outbidId: "bob" },
    ["ann", "bob"],
    [
      [SELLER, "newBid", 'New bid of $1,250 on "Brass sextant"', '3 new bids on "Brass sextant", now $1,250'],
      ["bob", "outbid", 'You were outbid on "Brass sextant". The price is now $1,250.'],
    ],
  ],
  [
    "a withdrawal below the lead notifies only the seller",
    { type: "bidWithdrawn", ...bid, newLeaderId: null },
    ["bob"],
    [[SELLER, "bidWithdrawn", 'A bid of $1,250 on "Brass sextant" was withdrawn', SEVERAL_WITHDRAWN]],
  ],
  [
    "the leader's withdrawal notifies the seller and the new leader",
    { type: "bidWithdrawn", ...bid, newLeaderId: "bob" },
    ["bob"],
    [
      [SELLER, "bidWithdrawn", 'A bid of $1,250 on "Brass sextant" was withdrawn', SEVERAL_WITHDRAWN],
      ["bob", "leading", 'You are the highest bidder on "Brass sextant" again'],
    ],
  ],
  [
    "undoing a bid sends a withdrawal's notices, and tells the seller the reason",
    { type: "bidWithdrawn", ...bid, newLeaderId: "bob", reason: "mistake" },
    ["bob"],
    [
      [SELLER, "bidWithdrawn", 'A bid of $1,250 on "Brass sextant" was undone', SEVERAL_WITHDRAWN],
      ["bob", "leading", 'You are the highest bidder on "Brass sextant" again'],
    ],
  ],
  [
    "an automatic relisting notifies the seller",
    {
      type: "opened",
      auctionId: "auction",
      sellerId: SELLER,
      currency: "USD",
      terms: { ...auction.terms, relistOf: "old", relistedByItself: true },
    },
    [],
    [[SELLER, "relisted", '"Brass sextant" was listed again']],
  ],
  [
    "an end without a bid notifies the seller",
    { type: "closed", outcome: null, lastHash: "" },
    [],
    [[SELLER, "expired", '"Brass sextant" ended without a bid']],
  ],
  [
    "a sale notifies the seller, the winner and every other bidder once",
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
    "an end announced when the listing is shown again sends the usual notices",
    { type: "shown", closing: { outcome } },
    ["ann", "bob"],
    [
      [SELLER, "sold", '"Brass sextant" sold for $1,250'],
      ["ann", "won", 'You won "Brass sextant" for $1,250'],
      ["bob", "lost", '"Brass sextant" was sold to another bidder for $1,250'],
    ],
  ],
  [
    "a voided auction notifies the seller and everyone who ever bid, with the reason",
    { type: "voided", reason: "Stolen goods" },
    ["ann"],
    [
      [SELLER, "voided", 'Our team has voided "Brass sextant". Reason: Stolen goods'],
      ["ann", "voided", 'Our team has voided "Brass sextant", so your bids no longer count. Reason: Stolen goods'],
      ["cem", "voided", 'Our team has voided "Brass sextant", so your bids no longer count. Reason: Stolen goods'],
    ],
  ],
  [
    "a cancellation notifies every bidder, but not the seller",
    { type: "cancelled" },
    ["ann", "bob"],
    [
      ["ann", "cancelled", 'The seller canceled "Brass sextant", so your bids are void'],
      ["bob", "cancelled", 'The seller canceled "Brass sextant", so your bids are void'],
    ],
  ],
  [
    "a notice that counts several bids gives the price after the last one",
    { type: "newBid", ...bid, auto: false, outbidId: null },
    ["ann"],
    [[SELLER, "newBid", 'New bid of $1,250 on "Brass sextant"', '3 new bids on "Brass sextant", now $1,300']],
    { auctionChange: top({ amountMinor: 1_300_00, maxMinor: 1_300_00, auto: true }) },
  ],
  [
    "a purchase notifies no one, since the auction's end notifies everyone",
    { type: "newBid", ...bid, auto: false, outbidId: "bob", bought: true },
    ["ann", "bob"],
    [],
  ],
  [
    "a release request notifies the seller",
    { type: "releaseRequested", ...bid },
    ["ann"],
    [[SELLER, "releaseRequested", 'A bidder asked to withdraw a bid of $1,250 on "Brass sextant"']],
  ],
  [
    "a release notifies its bidder, the new leader and the other bidders",
    { type: "bidWithdrawn", ...bid, newLeaderId: "bob", reason: "released" },
    ["bob", "cem"],
    [
      ["ann", "bidReleased", 'The seller released your bid of $1,250 on "Brass sextant"'],
      ["bob", "leading", 'You are the highest bidder on "Brass sextant" again'],
      ["cem", "priceFell", 'The highest bid on "Brass sextant" was withdrawn. The price is now $500.'],
    ],
    { auctionChange: { ...announcedLoss, ...top({ bidderId: "bob", amountMinor: 500_00, maxMinor: 500_00 }) } },
  ],
  [
    "a bidder who regains the lead is notified that their maximum is now public",
    { type: "bidWithdrawn", ...bid, newLeaderId: "bob" },
    ["bob"],
    [
      [SELLER, "bidWithdrawn", 'A bid of $1,250 on "Brass sextant" was withdrawn', SEVERAL_WITHDRAWN],
      ["bob", "leading", 'You are the highest bidder on "Brass sextant" again. Your maximum of $900 is now public.'],
    ],
    { auctionChange: top({ bidderId: "bob", amountMinor: 500_00, floorMinor: 100_00, maxMinor: 900_00 }) },
  ],
  [
    "voiding a blocked bidder's bid notifies them, the new leader and the others",
    { type: "bidVoided", ...bid, newLeaderId: "bob", by: "seller" },
    ["bob", "cem"],
    [
      ["ann", "bidVoided", 'The seller voided your bid of $1,250 on "Brass sextant"'],
      ["bob", "leading", 'You are the highest bidder on "Brass sextant" again'],
      ["cem", "priceFell", 'The highest bid on "Brass sextant" was voided. The price is now $100.'],
    ],
    { auctionChange: announcedLoss },
  ],
  [
    "losing the lead in a hidden listing tells no one the new price",
    { type: "bidVoided", ...bid, newLeaderId: "bob", by: "seller" },
    ["bob", "cem"],
    [
      ["ann", "bidVoided", 'The seller voided your bid of $1,250 on "Brass sextant"'],
      ["bob", "leading", 'You are the highest bidder on "Brass sextant" again'],
    ],
    { auctionChange: { ...announcedLoss, hidden: { reason: "A fraud" } } },
  ],
  [
    "a bid voided by an admin notifies its bidder and the seller, who gets no reason",
    { type: "bidVoided", ...bid, newLeaderId: null, by: "admin" },
    [],
    [
      ["ann", "bidVoided", 'Our team voided your bid of $1,250 on "Brass sextant". Reason: Not a real bid'],
      [
        SELLER,
        "bidWithdrawn",
        'Our team voided a bid of $1,250 on "Brass sextant"',
        '3 bids on "Brass sextant" were withdrawn or voided. The last one was for $1,250.',
      ],
    ],
    { secret: { reason: "Not a real bid", salt: "salt" } },
  ],
  [
    "voiding a suspended person's bid gives no reason",
    { type: "bidVoided", ...bid, newLeaderId: null, by: "admin" },
    [],
    [
      ["ann", "bidVoided", 'Our team voided your bid of $1,250 on "Brass sextant"'],
      [
        SELLER,
        "bidWithdrawn",
        'Our team voided a bid of $1,250 on "Brass sextant"',
        '3 bids on "Brass sextant" were withdrawn or voided. The last one was for $1,250.',
      ],
    ],
  ],
  [
    "releasing a buyer notifies only the buyer",
    { type: "buyerReleased", bidderId: "ann", priceMinor: amountMinor },
    ["ann", "bob"],
    [["ann", "buyerReleased", `The sale of "Brass sextant" was canceled`]],
  ],
  [
    "an end below the reserve tells the seller the highest bid, but not the bidders",
    { type: "closed", outcome: null, lastHash: "" },
    ["ann"],
    [
      [SELLER, "expired", '"Brass sextant" ended below its reserve. The highest bid was $1,250.'],
      ["ann", "lost", '"Brass sextant" ended below its reserve, so no one won'],
    ],
    { auctionChange: top() },
  ],
  [
    "an end by purchase tells the seller and the buyer that the item was bought",
    { type: "closed", outcome, lastHash: "" },
    ["ann", "bob"],
    [
      [SELLER, "sold", '"Brass sextant" was bought for $1,250'],
      ["ann", "won", 'You bought "Brass sextant" for $1,250'],
      ["bob", "lost", '"Brass sextant" was sold to another bidder for $1,250'],
    ],
    { auctionChange: { bought: true } },
  ],
];

const SILENT_FACTS: readonly Fact[] = [
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

/** A notice in words, and the words for three such notices if it's counted. */
function toExpectedNotice(recipientId: string, { kind, values }: Notice): ExpectedNotice {
  const sentence = sentenceOf(kind, values);
  return isCounted(kind) ? [recipientId, kind, sentence, sentenceOf(kind, values, 3)] : [recipientId, kind, sentence];
}

describe("notices that follow from an event", () => {
  it.each(CASES)("%s", (_, fact, bidders, expected, extra) => {
    const notices = noticesFor(fact, bidders, extra);
    expect(notices.map(({ recipientId, notice }) => toExpectedNotice(recipientId, notice))).toEqual(expected);
    for (const { notice } of notices) expect(notice).toMatchObject({ auctionId: "auction", seq: 7, at: T0 });
  });

  it("every kind of notice that follows from an auction's event is tested", () => {
    const coveredKinds = CASES.flatMap(([, , , expected]) => expected.map(([, kind]) => kind));
    const auctionKinds = ALL_NOTICE_KINDS.filter((kind) => !isAboutDeal(kind) && !isAboutQuestion(kind));
    expect([...new Set(coveredKinds)].toSorted()).toEqual(auctionKinds.toSorted());
  });

  it("no notice stores the ID of a person or a bid", () => {
    const ids = new Set(["ann", "bob", "cem", bid.bidId]);
    const notices = CASES.flatMap(([, fact, bidders, , extra]) => noticesFor(fact, bidders, extra));
    for (const { notice } of notices) {
      for (const value of Object.values(notice.values)) expect(ids).not.toContain(value);
    }
  });

  it.each([
    ["“Composition with Red Sun”, oil on canvas", '"‘Composition with Red Sun’, oil on canvas" ended without a bid'],
    ['The "Red" chair', `"The 'Red' chair" ended without a bid`],
  ])("double quotes in a title become single quotes (case %#)", (title, message) => {
    const [expired] = noticesFor({ type: "closed", outcome: null, lastHash: "" }, [], {
      auctionChange: anAuction({ title }),
    });
    expect(expired && toExpectedNotice(expired.recipientId, expired.notice)).toEqual([SELLER, "expired", message]);
  });

  it.each(SILENT_FACTS)("an event that needs no notice sends none, even to bidders: $type", (fact) => {
    expect(noticesFor(fact, ["ann", "bob"])).toEqual([]);
  });
});

describe("limiting notices", () => {
  const notice = (recipientId: string, kind: NoticeKind, seq: number) => ({ recipientId, notice: aNotice(seq, kind) });

  it("limiting notices keeps each person's newest of each kind, in order", () => {
    const given = [
      notice("ann", "outbid", 2),
      notice("bob", "outbid", 3),
      notice(SELLER, "newBid", 3),
      notice("ann", "leading", 4),
      notice("ann", "outbid", 5),
      notice(SELLER, "newBid", 5),
    ];
    expect(limitNotices(given)).toEqual(given.slice(1));
  });

  it("limiting notices drops a notice only if its recipient gets a newer one like it", () => {
    const [first, leading, again] = [
      notice("ann", "outbid", 2),
      notice("ann", "leading", 3),
      notice("ann", "outbid", 4),
    ];
    expect(limitNotices([first, leading])).toEqual([first, leading]);
    expect(limitNotices([first, again])).toEqual([again]);
    expect(limitNotices([first, leading, again])).toEqual([leading, again]);
    expect(limitNotices([leading, notice("ann", "leading", 5)])).toEqual([notice("ann", "leading", 5)]);
  });

  it("limiting notices keeps no more counted notices than an inbox can count", () => {
    const given = Array.from({ length: MAX_NOTIFICATIONS + 2 }, (_, seq) => notice(SELLER, "newBid", seq));
    const [other, sold] = [notice("ann", "outbid", 0), notice(SELLER, "sold", 0)];
    expect(limitNotices([other, sold, ...given])).toEqual([other, sold, ...given.slice(2)]);
  });
});
