/** When a bid was placed, as short as it can be said: a war of bids is read in seconds, an old bid by its day. */
const TIME = new Intl.DateTimeFormat("en-US", { timeStyle: "medium" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** In the reader's own time zone; `now` is epoch ms. */
export function bidTimeText(iso: string, now: number): string {
  const placed = new Date(iso);
  const sameDay = placed.toDateString() === new Date(now).toDateString();
  return (sameDay ? TIME : DAY_AND_TIME).format(placed);
}
