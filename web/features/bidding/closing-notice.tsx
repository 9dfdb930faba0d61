import { serverNow } from "../../api/server-clock.ts";
import { useTicking } from "../../ui/ticker.ts";
import { isClosingSoon } from "./standing.ts";
import type { AuctionScreen } from "./use-auction.ts";

/**
 * The notice that the auction is about to end, on the upper edge of the panel with the clock: it takes no place, so that
 * no button moves when it comes.
 */
export function ClosingNotice({ stage, endsAt }: Pick<AuctionScreen, "stage" | "endsAt">) {
  const closingSoon = useTicking(() => isClosingSoon(endsAt, serverNow()));
  return (
    stage === "live" &&
    closingSoon && (
      <p
        role="alert"
        className="absolute top-0 left-4 max-w-[calc(100%-2rem)] -translate-y-1/2 rounded-full border border-surface bg-danger-soft px-3 py-0.5 text-xs font-semibold text-danger"
      >
        Auction Closing soon - Place your Bid!
      </p>
    )
  );
}
