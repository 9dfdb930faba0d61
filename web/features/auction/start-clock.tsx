import { serverNow } from "../../api/server-clock.ts";
import { zonedDateTimeText, shortZonedDateTimeText } from "../../ui/date-time.tsx";
import { Countdown } from "../../ui/items/countdown.tsx";

/** The time until bidding begins, by the server's clock, plus the start and the end. */
export function StartClock({ startsAt, auctionEndTime }: { startsAt: number; auctionEndTime: string }) {
  const start = new Date(startsAt).toISOString();
  return (
    <div>
      <p className="text-sm text-muted">Starts in</p>
      <Countdown
        targetAt={startsAt}
        now={serverNow}
        format="full"
        className="block text-xl leading-[2.625rem] font-semibold whitespace-nowrap max-sm:text-base max-sm:leading-[2.625rem]"
      />
      <p className="text-sm text-muted">
        Starts{" "}
        <time dateTime={start} title={zonedDateTimeText(start)}>
          {shortZonedDateTimeText(start, serverNow())}
        </time>
      </p>
      <p className="text-sm text-muted">
        Ends{" "}
        <time dateTime={auctionEndTime} title={zonedDateTimeText(auctionEndTime)}>
          {shortZonedDateTimeText(auctionEndTime, serverNow())}
        </time>
      </p>
    </div>
  );
}
