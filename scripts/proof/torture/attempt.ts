/** What a bidder wished, and what became of it as its sender saw it: the evidence that the judge weighs. */

/** Amounts in major units. */
export type Wanted =
  | { readonly type: "place"; readonly amount: number }
  | { readonly type: "edit"; readonly bidId: string; readonly amount: number }
  | { readonly type: "withdraw"; readonly bidId: string };

/** One command, sent with its key until it is answered. Times are epoch ms. */
export type Attempt = {
  readonly key: string;
  readonly auctionId: string;
  readonly bidderId: string;
  readonly wanted: Wanted;
  readonly sentAt: number;
  answeredAt: number | null;
  /** The bid's id once acknowledged, the code once refused. */
  bidId: string | null;
  refusal: string | null;
  tries: number;
  /** How many tries were answered with the code of a failure of ours, which promises nothing. */
  troubles: number;
};

export type Outcome =
  | { readonly accepted: true; readonly bidId: string; readonly minNextBid: number }
  | { readonly accepted: false; readonly code: string; readonly minNextBid: number | null };

/** How one try is sent. Throws when no answer came. */
export type Channel = (attempt: Attempt) => Promise<Outcome>;

/** Answers that say nothing about what was done: the command is tried again with its key. */
export const PROMISES_NOTHING: ReadonlySet<string> = new Set(["busy", "internal_error"]);

export function isAcknowledged(attempt: Attempt): boolean {
  return attempt.bidId !== null;
}
