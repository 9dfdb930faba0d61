/** `npm run demo:bidders`: six of the seeded users bid on open auctions until Ctrl-C, so that a visitor sees bids. */
import { parseOrThrow } from "../command-line/options.mjs";
import { Problem } from "../command-line/problem.mjs";
import { bidUntilStopped } from "../demo/bidders.ts";
import { DEMO_PASSWORD, PEOPLE } from "../seed/people.ts";

const DEFAULT_URL = "http://localhost:8787";
const USAGE = "Usage: npm run demo:bidders -- [--url URL] [--anywhere]";
/** Few enough for a viewer to follow. */
const BIDDER_COUNT = 6;
/** Never used as bidders, because the README gives visitors these two accounts. */
const RESERVED_BIDDERS: readonly string[] = ["amara", "mateo"];
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());

try {
  const url = marketplaceUrl();
  print(`Bidding at ${url}. Stop it with Ctrl-C.`);
  await bidUntilStopped({
    url,
    accounts: PEOPLE.filter(({ name }) => !RESERVED_BIDDERS.includes(name))
      .map(({ email }) => ({ email, password: DEMO_PASSWORD, sortKey: Math.random() }))
      .toSorted((a, b) => a.sortKey - b.sortKey)
      .slice(0, BIDDER_COUNT),
    print,
    random: Math.random,
    signal: stop.signal,
  });
} catch (error) {
  if (!stop.signal.aborted) throw error;
}

/** The marketplace to bid in. The bidders' password is public, so other machines need an explicit flag. */
function marketplaceUrl(): string {
  const options = { url: { type: "string" }, anywhere: { type: "boolean" } } as const;
  const { url = DEFAULT_URL, anywhere = false } = parseOrThrow(USAGE, { options }).values;
  if (!URL.canParse(url)) throw new Problem(`--url needs an address such as ${DEFAULT_URL}, not "${url}".`);
  const { hostname, origin } = new URL(url);
  if (!anywhere && !LOOPBACK.test(hostname)) {
    throw new Problem(`${origin} is not this machine. To bid there anyway, add --anywhere.`);
  }
  return origin;
}

function print(line: string): void {
  console.log(`${new Date().toTimeString().slice(0, 8)}  ${line}`);
}
