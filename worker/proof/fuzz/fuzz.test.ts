/**
 * Thousands of calls made from the API's own document: whatever is sent, the answer is one of ours. `npm test` makes
 * the same twenty thousand every time; `npm run test:long` ten times as many, others each time. LOTLINE_SEED repeats a
 * run from the seed that a failure names.
 */
import { env, exports } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, it } from "vitest";

import { failure } from "../../contract/errors.ts";
import { apiDocumentRead, expectDocumented } from "../../testing/documented.ts";
import { callsOf, type Operation, pathsShape, type Wire } from "./calls.ts";
import { aWorld, requestOf, type World } from "./world.ts";

const LONG = env.LOTLINE_LONG === "1";
const CALLS = LONG ? 200_000 : 20_000;
const SEED = env.LOTLINE_SEED === "" ? (LONG ? Date.now() % 1_000_000_000 : 1) : Number(env.LOTLINE_SEED);
/** Calls of one round: they share a world, and a round's seed repeats them. */
const ROUND = 500;
const AT_ONCE = 4;
/** Faults after which nobody reads on. */
const ENOUGH = 20;
/** A password that is checked costs a tenth of a second by design: such calls are made seldom. */
const SELDOM = 1;
const OFTEN = 25;

/** What no answer of ours contains: traces, statements, hashes. */
const INSIDE = /\n\s+at |node_modules|SQLITE|D1_|SELECT .* FROM|\$scrypt\$|TypeError|\.ts:\d/;

const { paths } = await apiDocumentRead();
const operations = Object.entries(pathsShape.parse(paths)).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const calls = fc.oneof(
  ...operations.map(({ method, path, operation }) => ({
    weight: isCostly(operation) ? SELDOM : OFTEN,
    arbitrary: callsOf(method, path, operation),
  })),
);

function isCostly({ requestBody }: Operation): boolean {
  return JSON.stringify(requestBody ?? null)
    .toLowerCase()
    .includes("password");
}

/** What is wrong with the answer to a call; nothing, if it is one of ours. */
async function faultsOf(wire: Wire, world: World): Promise<string[]> {
  const request = await requestOf(wire, world);
  const { method, url } = request;
  const response = await exports.default.fetch(request);
  const { status, headers, webSocket } = response;
  if (webSocket) {
    webSocket.accept();
    webSocket.close();
    return [];
  }
  const body = await response.clone().text();
  const isDocument = new URL(url).pathname.endsWith("/openapi.json");
  const faults = [
    status >= 500 && "a failure of ours",
    headers.get("x-content-type-options") !== "nosniff" && "no nosniff",
    !headers.has("x-request-id") && "no id",
    !isDocument && INSIDE.test(body) && "tells of our inside",
    status >= 400 && method !== "HEAD" && !isFailure(body) && "not the failure body",
  ].filter((fault) => fault !== false);
  // HEAD is answered by what answers GET, without a body to look at.
  if (method !== "HEAD") await expectDocumented(method, url, response);
  return faults.map((fault) => `${fault}: ${status} ${body.slice(0, 400)}`);
}

function isFailure(body: string): boolean {
  return failure.safeParse(JSON.parse(body)).success;
}

it(
  `${CALLS} calls made from the document get answers that the document knows (seed ${SEED})`,
  { timeout: LONG ? 3_600_000 : 600_000 },
  async () => {
    expect(operations.length).toBeGreaterThan(30);
    const reached = new Map<string, number>();
    const found: string[] = [];
    for (let sent = 0; sent < CALLS && found.length < ENOUGH; sent += ROUND) {
      const seed = SEED + sent / ROUND;
      const round = fc.sample(calls, { seed, numRuns: ROUND });
      const world = await aWorld();
      const take = async (wire: Wire) => {
        reached.set(wire.method, (reached.get(wire.method) ?? 0) + 1);
        const faults = await faultsOf(wire, world).catch((error: unknown) => [String(error)]);
        if (faults.length > 0) found.push(`LOTLINE_SEED=${seed}: ${JSON.stringify(wire)}: ${faults.join("; ")}`);
      };
      for (let start = 0; start < round.length; start += AT_ONCE) {
        await Promise.all(round.slice(start, start + AT_ONCE).map(take));
      }
    }
    expect(found).toEqual([]);
    const seldom = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].filter(
      (method) => (reached.get(method) ?? 0) < CALLS / 1_000,
    );
    expect(seldom).toEqual([]);
  },
);
