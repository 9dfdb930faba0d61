/**
 * The cron trigger of a local server. In production, the platform calls the Worker's `scheduled` every minute.
 * `wrangler dev` calls it only on request.
 */
const MINUTE_MS = 60_000;
/** The cron expression in wrangler.toml, in wrangler's URL format. */
const CRON_PATH = "/cdn-cgi/handler/scheduled?cron=*+*+*+*+*";

/** Calls `scheduled` right away and then every minute, until you call the returned function. */
export function startCronTrigger(url: string): () => void {
  const tick = () => {
    // A server that is stopping or reloading misses a call. The next one catches up.
    void fetch(url + CRON_PATH).catch(() => null);
  };
  tick();
  const timer = setInterval(tick, MINUTE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
