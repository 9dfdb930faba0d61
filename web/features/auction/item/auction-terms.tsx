import { TermsList } from "../../../ui/items/terms-list.tsx";
import type { AuctionScreen } from "../use-auction.ts";

/** The seller's terms, and whether they can still change. */
export function AuctionTerms({ view: { auction }, stage }: Pick<AuctionScreen, "view" | "stage">) {
  return (
    <section aria-labelledby="terms" className="border-t border-line pt-6">
      <h2 id="terms" className="font-display text-xl font-medium">
        Terms
      </h2>
      <TermsList auction={auction} className="mt-3 max-w-[68ch] space-y-3 text-sm leading-6" />
      {(stage === "upcoming" || stage === "live") && (
        <p className="mt-3 text-sm text-muted">
          {auction.bidCount > 0
            ? "Someone has bid, so these terms can no longer change."
            : "The seller can change these terms until someone bids."}
        </p>
      )}
    </section>
  );
}
