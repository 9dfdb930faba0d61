import { serverNow } from "../../api/server-clock.ts";
import { zonedDateTimeText, shortZonedDateTimeText } from "../../ui/date-time.tsx";
import { Countdown } from "../../ui/items/countdown.tsx";
import { useTickedValue } from "../../ui/ticker.ts";
import { ExtensionBadge } from "./last-minutes/extension-badge.tsx";
import { useExtension } from "./last-minutes/extension.ts";
import { callText, wouldSell } from "./last-minutes/final-calls.ts";
import { LastMinutesClock } from "./last-minutes/last-minutes-clock.tsx";
import type { AuctionScreen } from "./use-auction.ts";

/** The time left on the server's clock, and the end. Shows zeros after the end. Always takes the same space. */
export function EndClock({
  view,
  stage,
  endsAt,
  finalCall,
}: Pick<AuctionScreen, "view" | "stage" | "endsAt" | "finalCall">) {
  const { auctionEndTime, extensions } = view.auction;
  const extension = useExtension(extensions, endsAt);
  // A hidden auction's clock keeps running.
  const isLive = useTickedValue(
    () => stage === "live" || (stage === "hidden" && !view.auction.voided && endsAt > serverNow()),
  );
  const isStopped = useTickedValue(() => stage === "voided" && endsAt > serverNow());
  const isInLastMinutes = finalCall !== "none";
  return (
    <div className="relative">
      <p className="text-sm text-muted">
        {isInLastMinutes ? (
          <strong className="block truncate font-display text-lg leading-5 font-medium text-ink">
            {callText(finalCall, wouldSell(view))}
          </strong>
        ) : (
          (isLive && "Time left") || (isStopped ? "Stopped" : "Ended")
        )}
      </p>
      {/* Over the clock's corner, so it takes no space and the buttons below stay put when the auction is extended. */}
      <div className="absolute top-0 right-0">
        <ExtensionBadge extension={extension} />
      </div>
      {isInLastMinutes ? (
        <LastMinutesClock endsAt={endsAt} finalCall={finalCall} />
      ) : (
        <Countdown
          targetAt={isLive ? endsAt : 0}
          now={serverNow}
          format="full"
          className="block text-xl leading-[2.625rem] font-semibold whitespace-nowrap max-sm:text-base max-sm:leading-[2.625rem]"
        />
      )}
      {/* The longest text takes two lines on a phone and one elsewhere. Space is reserved so that nothing moves when
          the day is left out. */}
      <p className="text-sm text-muted max-sm:min-h-10 sm:truncate sm:text-xs sm:leading-5">
        {isLive && "Ends "}
        {isStopped && "Was due to end "}
        <time dateTime={auctionEndTime} title={zonedDateTimeText(auctionEndTime)}>
          {(isLive || isStopped ? shortZonedDateTimeText : zonedDateTimeText)(auctionEndTime, serverNow())}
        </time>
      </p>
    </div>
  );
}
