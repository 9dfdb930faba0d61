/**
 * The clock of a local server. In production the platform calls the Worker's `scheduled` each minute; `wrangler dev`
 * calls it only when asked.
 */
// @ts-nocheck

const MINUTE_MS = 60_000;
/** The cron expression of wrangler.toml, as wrangler wants it in an address. */
const ADDRESS = "/cdn-cgi/handler/scheduled?cron=*+*+*+*+*";

/** Asks at once and then each minute, until the answer is called. */
export function turnMinuteHand(url: string): () => void {
  const tick = () => {
    // A server that is stopping or reloading misses a minute; the next one makes up for it.
    void fetch(url + ADDRESS).catch(() => null);
  };
  tick();
  const ticking = setInterval(tick, MINUTE_MS);
  ticking.unref();
  return () => clearInterval(ticking);
}
