/**
 * Thousands of calls generated from the OpenAPI document: every one gets a documented response. `npm test` makes the
 * same two thousand every time; `npm run test:long` makes 200,000, different ones each time. LOTLINE_SEED
 * repeats a run from the seed in a failure's message.
 */
import { env, exports } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";

import { failure } from "../../../worker/contract/failure.ts";
import { apiDocumentRead, expectDocumented } from "../../../worker/testing/documented.ts";
import { containsSalt } from "../../../worker/testing/salts.ts";
import { STATEMENTS } from "../hostile/texts.ts";
import { seedsOf } from "../seeds.ts";
import { callsOf, isAdminsOnly, type DocumentedOperation, pathsShape, type WireCall } from "./calls.ts";
import { aWorld, requestOf, revealsMaximum, showCategories, signedInAgain, type FuzzIds } from "./world.ts";

const LONG = env.LOTLINE_LONG === "1";
const CALLS = LONG ? 200_000 : 1_000;
/** Calls of one round. They share a world, and the round's seed repeats them. */
const ROUND = 500;
const ROUNDS = CALLS / ROUND;
const SEEDS = seedsOf(ROUNDS, { fresh: LONG ? ROUNDS : 0, repeat: env.SEED });
const AT_ONCE = 4;
const NEW_SESSIONS_EVERY = 40;
/** Long lists repeat the same shape, which other tests check. */
const LARGE = 20_000;
/** The run stops after this many faults. They are enough to see what is wrong. */
const MAX_FAULTS = 20;
/** Checking a password takes a tenth of a second by design, so such calls are rare. */
const SELDOM = 1;
/** Encoding an image takes as long, so forms are rarer than other bodies. */
const FORMS = 5;
/** Calls without input have little to vary. */
const PLAIN = 6;
const OFTEN = 25;

/** Internal details that no answer may contain: stack traces, SQL, hashes. */
const INTERNAL_DETAILS =
  /\n\s+at |node_modules|SQLITE|D1_\w*(?:ERROR|NOTFOUND)|SELECT .* FROM|\$scrypt\$|TypeError|\.ts:\d/;

const { paths } = await apiDocumentRead();
const operations = Object.entries(pathsShape.parse(paths)).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const calls = fc.oneof(
  ...operations.map(({ method, path, operation }) => ({
    weight: weightOf(method, path, operation),
    arbitrary: callsOf(method, path, operation),
  })),
);

function weightOf(method: string, path: string, { requestBody, parameters }: DocumentedOperation): number {
  // An admin's action removes something from the world for the rest of its round.
  if (isAdminsOnly(path) && method !== "GET") return SELDOM;
  if (!requestBody) return parameters.length === 0 ? PLAIN : OFTEN;
  if (/password/i.test(JSON.stringify(requestBody))) return SELDOM;
  return "multipart/form-data" in requestBody.content ? FORMS : OFTEN;
}

afterAll(showCategories);

type AcceptedCount = { calls: number };

/** What's wrong with the answer to a call. */
async function faultsOf(wire: WireCall, world: FuzzIds, accepted: AcceptedCount): Promise<string[]> {
  const request = await requestOf(wire, world);
  const { method, url } = request;
  const response = await exports.default.fetch(request);
  const { status, headers, webSocket } = response;
  if (status < 400) accepted.calls += 1;
  if (webSocket) {
    webSocket.accept();
    webSocket.close();
    return [];
  }
  const body = await response.clone().text();
  const isBidders = request.headers.get("cookie") === world["bidder"];
  const isDocument = new URL(url).pathname.endsWith("/openapi.json");
  const faults = [
    status >= 500 && "a failure of ours",
    headers.get("x-content-type-options") !== "nosniff" && "no nosniff",
    !headers.has("x-request-id") && "no id",
    !isDocument && INTERNAL_DETAILS.test(withoutStatements(body)) && "reveals internal details",
    containsSalt(body) && "reveals a salt",
    !isBidders && (await revealsMaximum(body, world)) && "reveals a maximum",
    status >= 400 && method !== "HEAD" && !isPage(url, headers) && !isFailure(body) && "not the failure body",
  ].filter((fault) => fault !== false);
  // HEAD is served by the GET route, without a body to check.
  if (method !== "HEAD" && body.length <= LARGE) await expectDocumented(method, url, response);
  return faults.map((fault) => `${fault}: ${status} ${body.slice(0, 400)}`);
}

/** A user may have stored one of these as a text. */
function withoutStatements(body: string): string {
  return STATEMENTS.reduce((text, statement) => text.replaceAll(statement, ""), body);
}

/** Calls that answer with an HTML page according to the document; browsers also get their failures as a page. */
const pages = Object.entries(paths).flatMap(([path, item]) =>
  JSON.stringify(item).includes('"text/html"') ? [path] : [],
);

function isPage(url: string, headers: Headers): boolean {
  return pages.includes(new URL(url).pathname) && (headers.get("content-type") ?? "").startsWith("text/html");
}

function isFailure(body: string): boolean {
  return failure.safeParse(JSON.parse(body)).success;
}

it(
  `the API gives ${CALLS} calls only documented answers (from seed ${SEEDS[0]})`,
  { timeout: LONG ? 7_200_000 : 1_200_000 },
  async () => {
    expect(operations.length).toBeGreaterThan(30);
    const reached = new Map<string, number>();
    const accepted: AcceptedCount = { calls: 0 };
    const found: string[] = [];
    for (const seed of SEEDS) {
      if (found.length >= MAX_FAULTS) break;
      const round = fc.sample(calls, { seed, numRuns: ROUND });
      let world = await aWorld();
      const take = async (wire: WireCall, of: FuzzIds) => {
        reached.set(wire.method, (reached.get(wire.method) ?? 0) + 1);
        const faults = await faultsOf(wire, of, accepted).catch((error: unknown) => [String(error)]);
        if (faults.length > 0)
          found.push(`LOTLINE_SEED=${seed}: ${JSON.stringify(wire)}: ${faults.join("; ")}`.toWellFormed());
      };
      for (let start = 0; start < round.length; start += AT_ONCE) {
        if (start % NEW_SESSIONS_EVERY === 0) world = await signedInAgain(world);
        await Promise.all(round.slice(start, start + AT_ONCE).map((wire) => take(wire, world)));
      }
    }
    expect(found).toEqual([]);
    // If every call were refused, this would prove nothing.
    expect(accepted.calls).toBeGreaterThan(CALLS / 5);
    const seldom = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].filter(
      (method) => (reached.get(method) ?? 0) < CALLS / 1_000,
    );
    expect(seldom).toEqual([]);
  },
);
