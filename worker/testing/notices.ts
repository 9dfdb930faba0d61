/** Notices for tests of inboxes, which store whatever a room sends. */
import type { NoticeKind } from "../contract/notice-kinds.ts";
import type { Notice } from "../contract/notification.ts";

/** Every value that a notification of any kind can show. */
const VALUES = {
  title: "Brass sextant",
  currency: "USD",
  amountMinor: 100_00,
  priceMinor: 100_00,
  highestMinor: null,
  soldForMinor: null,
  bought: false,
  by: "seller",
  how: "voided",
  to: "bidder",
  reason: "Stolen goods",
  news: "paid",
  end: "received",
  hours: 24,
  count: 1,
  limit: 3,
} as const;

/** A notice about fact `seq`, which is also its time (epoch ms). */
export function aNotice(seq: number, kind: NoticeKind, overrides: Partial<Notice> = {}): Notice {
  return { auctionId: "auction", seq, kind, values: VALUES, at: seq, ...overrides };
}
