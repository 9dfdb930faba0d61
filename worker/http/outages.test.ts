/**
 * Calls while D1, the inbox or both are down, each with its response. Then everything comes back.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { failure } from "../contract/failure.ts";
import { envWith, unreachableInboxes, requestWith, stalledDatabase } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { ageSession, type TestCall, someoneSignedIn, tokenIn } from "../testing/http.ts";
import { aListing } from "../testing/selling.ts";

const MINUTE_MS = 60_000;
const STALE = '110 - "Response is Stale"';

/** The calls that each caller tries. */
const TRIED_CALLS = [
  "see a list",
  "see an item",
  "bid",
  "see their watchlist",
  "watch",
  "see their devices",
  "sign out",
] as const;
type TriedCall = (typeof TRIED_CALLS)[number];

/** The age of the caller's token. Null for a visitor. */
const TOKEN_AGES_MS = {
  "a visitor": null,
  "a fresh token": 0,
  "a 9-minute-old token": 9 * MINUTE_MS,
  "an hour-old token": 60 * MINUTE_MS,
};
type CallerName = keyof typeof TOKEN_AGES_MS;
const CALLERS: CallerName[] = ["a visitor", "a fresh token", "a 9-minute-old token", "an hour-old token"];

let auctionId = "";
let amount = 100;
beforeAll(async () => {
  // A list is cached for a few seconds, so the clock stands still and moves on from one row to the next.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  auctionId = (await aListing()).id;
  await tryAs("a visitor", envWith({}));
});
afterAll(() => void vi.useRealTimers());

function callOf(triedCall: TriedCall): readonly [path: string, call: TestCall] {
  switch (triedCall) {
    case "see a list":
      return ["/auction/fetchAllAuctions", {}];
    case "see an item":
      return [`/auction/fetchSpecificAuction?auctionId=${auctionId}`, {}];
    case "bid": {
      const json = { productId: auctionId, bidAmount: (amount += 10) };
      return ["/bid/placeBid", { method: "POST", headers: { "idempotency-key": newId() }, json }];
    }
    case "see their watchlist":
      return ["/user/watchlist", {}];
    case "watch":
      return [`/user/watchlist/${auctionId}`, { method: "POST" }];
    case "see their devices":
      return ["/user/sessions", {}];
    case "sign out":
      return ["/auth/logout", { method: "POST" }];
  }
}

/** The status, a refusal's code, and whether the response says that it may be outdated or clears the cookie. */
async function describeResponse(response: Response): Promise<string> {
  const { status, headers } = response;
  const code = status < 400 ? "" : ` ${failure.parse(await response.json()).code}`;
  const staleSuffix = headers.get("warning") === STALE ? " stale" : "";
  return `${status}${code}${staleSuffix}${tokenIn(response) === "" ? " cleared" : ""}`;
}

/** Tries each call with a new person's token. */
async function tryAs(caller: CallerName, bindings: Env): Promise<string[]> {
  vi.setSystemTime(Date.now() + MINUTE_MS);
  const results: string[] = [];
  for (const triedCall of TRIED_CALLS) {
    const ageMs = TOKEN_AGES_MS[caller];
    const cookie = ageMs === null ? undefined : await ageSession(ageMs, (await someoneSignedIn()).cookie);
    const [path, call] = callOf(triedCall);
    results.push(await describeResponse(await requestWith(bindings, path, { ...call, cookie })));
  }
  return results;
}

const [NOT_SIGNED_IN, BUSY, OUTCOME_UNKNOWN] = ["401 not_signed_in", "503 busy", "503 outcome_unknown"];
const VISITOR_RESULTS = ["200", "200", NOT_SIGNED_IN, NOT_SIGNED_IN, NOT_SIGNED_IN, NOT_SIGNED_IN, "200 cleared"];
const SIGNED_IN_RESULTS = ["200", "200", "201", "200", "200", "200", "200 cleared"];
const WITHOUT_D1 = ["200 stale", "200", "201", BUSY, OUTCOME_UNKNOWN, "200", "200 cleared"];

describe.each([
  ["nothing down", envWith({}), [VISITOR_RESULTS, SIGNED_IN_RESULTS, SIGNED_IN_RESULTS, SIGNED_IN_RESULTS]],
  [
    "D1 down",
    envWith({ DB: stalledDatabase() }),
    [["200 stale", ...VISITOR_RESULTS.slice(1)], WITHOUT_D1, WITHOUT_D1, WITHOUT_D1],
  ],
  [
    "the inbox down",
    envWith({ INBOX: unreachableInboxes() }),
    [
      VISITOR_RESULTS,
      ["200", "200", "201", "200", "200", BUSY, `${OUTCOME_UNKNOWN} cleared`],
      ["200", "200", "201 stale", "200 stale", BUSY, BUSY, `${OUTCOME_UNKNOWN} stale cleared`],
      ["200", "200", BUSY, BUSY, BUSY, BUSY, `${OUTCOME_UNKNOWN} cleared`],
    ],
  ],
  [
    "D1 and the inbox down",
    envWith({ DB: stalledDatabase(), INBOX: unreachableInboxes() }),
    [
      ["200 stale", ...VISITOR_RESULTS.slice(1)],
      ["200 stale", "200", "201", BUSY, OUTCOME_UNKNOWN, BUSY, `${OUTCOME_UNKNOWN} cleared`],
      ["200 stale", "200", "201 stale", `${BUSY} stale`, BUSY, BUSY, `${OUTCOME_UNKNOWN} stale cleared`],
      ["200 stale", "200", BUSY, BUSY, BUSY, BUSY, `${OUTCOME_UNKNOWN} cleared`],
    ],
  ],
  ["everything back up", envWith({}), [VISITOR_RESULTS, SIGNED_IN_RESULTS, SIGNED_IN_RESULTS, SIGNED_IN_RESULTS]],
])("with %s", (down, bindings, rows) => {
  it.each(CALLERS.map((caller, row) => [caller, rows[row]] as const))(
    `with ${down}, %s gets %j`,
    async (caller, expected) => {
      expect(await tryAs(caller, bindings)).toEqual(expected);
    },
  );
});
