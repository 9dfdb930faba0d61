/**
 * The cron trigger of a local server. In production the platform calls the Worker's `scheduled` each minute. `wrangler
 * dev` only calls it on request.
 */
const MINUTE_MS = 60_000;
/** Contains the cron expression of wrangler.toml in wrangler's URL format. */
const ADDRESS = "/cdn-cgi/handler/scheduled?cron=*+*+*+*+*";

/** Calls `scheduled` right away and then each minute, until the returned function is called. */
export function startCronTrigger(url: string): () => void {
  const tick = () => {
    // A server that is stopping or reloading misses a call, and the next one does the same work.
    void fetch(url + ADDRESS).catch(() => null);
  };
  tick();
  const ticking = setInterval(tick, MINUTE_MS);
  ticking.unref();
  return () => clearInterval(ticking);
}
