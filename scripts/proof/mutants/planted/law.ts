/** Mistakes in the law: what is decided about one command, from the state and the command alone. */
import type { Planted } from "../planted.ts";

export const LAW: readonly Planted[] = [
  {
    name: "a bid at the very end still counts: > for >=",
    file: "worker/rules/closing.ts",
    changes: [["return now >= auction.endsAt;", "return now > auction.endsAt;"]],
  },
  {
    name: "an extension is told although the end cannot move any more: >= for >",
    file: "worker/rules/closing.ts",
    changes: [["return endsAt > auction.endsAt ?", "return endsAt >= auction.endsAt ?"]],
  },
  {
    name: "extensions go on for ever",
    file: "worker/rules/closing.ts",
    changes: [["Math.min(now + window, auction.scheduledEndsAt + MAX_WINDOWS * window)", "now + window"]],
  },
  {
    name: "closes again each time someone looks",
    file: "worker/rules/closing.ts",
    changes: [
      [
        'if (auction.phase !== "open" || !isOver(auction, now)) return accept();',
        "if (!isOver(auction, now)) return accept();",
      ],
    ],
  },
  {
    name: "exactly the smallest next bid is refused: <= for <",
    file: "worker/rules/bidding.ts",
    changes: [["amountMinor < minimumMinor)", "amountMinor <= minimumMinor)"]],
  },
  {
    name: "the seller may bid",
    file: "worker/rules/bidding.ts",
    changes: [['return personId === auction.sellerId ? { code: "own_auction" } : null;', "return null;"]],
  },
  {
    name: "a withdrawal is allowed in the last minutes",
    file: "worker/rules/bidding.ts",
    changes: [["leftMs < auction.terms.freezeMs || leftMs <= 0", "leftMs <= 0"]],
  },
  {
    name: "a withdrawal forgets to recompute the leader",
    file: "worker/rules/auction.ts",
    changes: [
      [
        "return { ...next, top: without(auction.top, fact.bidId), bidCount: auction.bidCount - 1 };",
        "return { ...next, bidCount: auction.bidCount - 1 };",
      ],
    ],
  },
  {
    name: "numbers skip when one command makes two facts",
    file: "worker/rules/auction.ts",
    changes: [["seq: seq + index + 1", "seq: seq + index * 2 + 1"]],
  },
  {
    name: "a clock that was set back runs time backwards",
    file: "worker/rules/auction.ts",
    changes: [["Math.max(now, auction?.at ?? 0)", "now"]],
  },
  {
    name: "a listing with bids is cancelled to the very end",
    file: "worker/rules/listing.ts",
    changes: [['  if (auction.endsAt - now <= WITHDRAW_FREELY_MS) return refuse({ code: "cancel_too_late" });\n', ""]],
  },
  {
    name: "a blocked person bids on",
    file: "worker/rules/moderation.ts",
    changes: [['return isBlocked(auction, personId) ? { code: "bidder_blocked" } : null;', "return null;"]],
  },
  {
    name: "the leader who raises his own bid is told that he was outbid",
    file: "worker/rules/bidding.ts",
    changes: [["return leaderId === bidderId ? null : leaderId;", "return leaderId;"]],
  },
];
