/** `npm run demo:bidders`: a few of the seeded users bid on open auctions until Ctrl-C, so that one visitor sees bids. */
import { parseArgs } from "node:util";

import { bidUntilStopped } from "../demo/bidders.ts";
import { DEMO_PASSWORD, PEOPLE } from "../seed/people.ts";
import { Problem } from "../server/problem.mjs";

const DEFAULT_URL = "http://localhost:8787";
const USAGE = "Usage: npm run demo:bidders -- [--url URL] [--anywhere]";
/** Few enough to follow by eye. */
const BIDDERS = 6;
/** The README lends these two to the visitor. */
const LENT: readonly string[] = ["amara", "mateo"];
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());

try {
  const url = marketplaceUrl();
  print(`Bidding at ${url}. Stop it with Ctrl-C.`);
  await bidUntilStopped({
    url,
    accounts: PEOPLE.filter(({ name }) => !LENT.includes(name))
      .map(({ email }) => ({ email, password: DEMO_PASSWORD, lot: Math.random() }))
      .toSorted((a, b) => a.lot - b.lot)
      .slice(0, BIDDERS),
    print,
    random: Math.random,
    signal: stop.signal,
  });
} catch (error) {
  if (stop.signal.aborted) process.exit(0);
  console.error(error instanceof Problem ? error.message : error);
  process.exit(1);
}

/** The address to bid at. These people are inventions with a published password: elsewhere only when asked for. */
function marketplaceUrl(): string {
  const { url = DEFAULT_URL, anywhere } = options();
  if (!URL.canParse(url)) throw new Problem(`--url takes an address such as ${DEFAULT_URL}, not "${url}".`);
  const { hostname, origin } = new URL(url);
  if (!anywhere && !LOOPBACK.test(hostname)) {
    throw new Problem(`${origin} is not this machine. To bid there all the same, add --anywhere.`);
  }
  return origin;
}

function options() {
  try {
    return parseArgs({ options: { url: { type: "string" }, anywhere: { type: "boolean", default: false } } }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function print(line: string): void {
  console.log(`${new Date().toTimeString().slice(0, 8)}  ${line}`);
}
