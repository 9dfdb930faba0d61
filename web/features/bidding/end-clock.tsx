import { serverNow } from "../../api/server-clock.ts";
import { classes } from "../../ui/classes.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { momentText } from "../../ui/moment.tsx";
import { useTicking } from "../../ui/ticker.ts";
import { shortMomentText } from "./short-moment.ts";
import type { AuctionScreen } from "./use-auction.ts";

/** From here on the clock asks for attention. */
const HURRY_MS = 60_000;

/** The time left by the server's clock, and when that will be; zeros once it is over. */
export function EndClock({ view, stage, endsAt }: Pick<AuctionScreen, "view" | "stage" | "endsAt">) {
  const { auctionEndTime } = view.auction;
  // What is hidden runs on.
  const live = useTicking(() => stage === "live" || (stage === "hidden" && endsAt > serverNow()));
  const hurry = useTicking(() => endsAt - serverNow() <= HURRY_MS);
  return (
    <div>
      <p className="text-sm text-muted">{live ? "Time left" : "Ended"}</p>
      <Countdown
        endsAt={live ? endsAt : 0}
        now={serverNow}
        form="full"
        className={classes("block text-xl leading-[2.625rem] font-semibold", live && hurry && "text-danger")}
      />
      <p className="text-sm text-muted">
        {live && "Ends "}
        <time dateTime={auctionEndTime} title={momentText(auctionEndTime, true)}>
          {shortMomentText(auctionEndTime, serverNow())}
        </time>
      </p>
    </div>
  );
}
