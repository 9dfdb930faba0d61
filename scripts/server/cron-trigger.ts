/**
 * The cron trigger of a local server. In production, the platform calls the Worker's `scheduled` every minute.
 * `wrangler dev` calls it only on request.
 */
const MINUTE_MS = 60_000;
/** The cron expression of wrangler.toml, in wrangler's URL format. */
const ADDRESS = "/cdn-cgi/handler/scheduled?cron=*+*+*+*+*";

/** Calls `scheduled` right away and then every minute, until you call the returned function. */
export function startCronTrigger(url: string): () => void {
  const tick = () => {
    // A server that is stopping or reloading misses a call. The next one catches up.
    void fetch(url + ADDRESS).catch(() => null);
  };
  tick();
  const ticking = setInterval(tick, MINUTE_MS);
  ticking.unref();
  return () => clearInterval(ticking);
}
