import { serverNow } from "../../api/server-clock.ts";
import { classes } from "../../ui/classes.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { endText, shortEndText } from "../../ui/moment.tsx";
import { useTicking } from "../../ui/ticker.ts";
import type { AuctionScreen } from "./use-auction.ts";

/** The clock turns red when this much time is left. */
const FINAL_MS = 60_000;
/** The time left by the server's clock, and the end; zeros once it is over. */
export function EndClock({ view, stage, endsAt }: Pick<AuctionScreen, "view" | "stage" | "endsAt">) {
  const { auctionEndTime } = view.auction;
  // The clock of a hidden auction keeps running.
  const live = useTicking(
    () => stage === "live" || (stage === "hidden" && !view.auction.voided && endsAt > serverNow()),
  );
  const final = useTicking(() => endsAt - serverNow() <= FINAL_MS);
  const stopped = useTicking(() => stage === "voided" && endsAt > serverNow());
  return (
    <div>
      <p className="text-sm text-muted">{live ? "Time left" : stopped ? "Stopped" : "Ended"}</p>
      <Countdown
        endsAt={live ? endsAt : 0}
        now={serverNow}
        form="full"
        className={classes("block text-xl leading-[2.625rem] font-semibold", live && final && "text-danger")}
      />
      <p className="text-sm text-muted">
        {live && "Ends "}
        {stopped && "Was to end "}
        <time dateTime={auctionEndTime} title={endText(auctionEndTime)}>
          {shortEndText(auctionEndTime, serverNow())}
        </time>
      </p>
    </div>
  );
}
