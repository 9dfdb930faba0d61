import { serverNow } from "../../api/server-clock.ts";
import { classes } from "../../ui/classes.ts";
import { useTickedValue } from "../../ui/ticker.ts";
import { isClosingSoon } from "./standing.ts";
import type { AuctionScreen } from "./use-auction.ts";

/**
 * The notice that the auction is about to end, on the top edge of the panel with the clock. It takes no space, so no
 * button moves when it appears.
 */
export function ClosingNote({ stage, standing, endsAt }: Pick<AuctionScreen, "stage" | "standing" | "endsAt">) {
  const closingSoon = useTickedValue(() => isClosingSoon(endsAt, serverNow()));
  if (stage !== "live" || !closingSoon) return null;
  // Sellers and leaders don't need to do anything.
  const isCalm = standing === "seller" || standing === "leading";
  return (
    <p
      role={isCalm ? undefined : "alert"}
      className={classes(
        "absolute top-0 left-4 max-w-[calc(100%-2rem)] -translate-y-1/2 rounded-full border border-surface px-3 py-0.5 text-xs font-semibold",
        isCalm ? "bg-sunken text-muted" : "bg-danger-soft text-danger",
      )}
    >
      Auction Closing soon - Place your Bid!
    </p>
  );
}
