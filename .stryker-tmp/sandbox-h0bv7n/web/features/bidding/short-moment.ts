/** A moment as short as it can be said: in a war of bids the seconds count, for another day the day does. */
// @ts-nocheck

const TIME = new Intl.DateTimeFormat("en-US", { timeStyle: "medium" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** In the reader's own time zone; `now` is epoch ms. */
export function shortMomentText(iso: string, now: number): string {
  const moment = new Date(iso);
  const sameDay = moment.toDateString() === new Date(now).toDateString();
  return (sameDay ? TIME : DAY_AND_TIME).format(moment);
}
