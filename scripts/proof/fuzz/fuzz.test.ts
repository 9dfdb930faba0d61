/**
 * Every call in the access table, again and again with random mistakes. The API must respond to each as documented.
 * `npm test` makes the same mistakes every time. `npm run test:long` makes a hundred times as many, different ones each
 * time. LOTLINE_SEED repeats a run from the seed in a failure's message.
 */
import { abortAllDurableObjects } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { z } from "zod";

import { failure } from "../../../worker/contract/failure.ts";
import { ACCESS_ROWS } from "../../../worker/testing/access/access-matrix.ts";
import type { AccessAttempt } from "../../../worker/testing/access/row.ts";
import { readApiDocument, expectDocumented } from "../../../worker/testing/documented.ts";
import { requestOf } from "../../../worker/testing/http.ts";
import { containsSalt } from "../../../worker/testing/salts.ts";
import { Random } from "../../seed/random.ts";
import { STATEMENTS } from "../hostile/texts.ts";
import { seedsOf } from "../seeds.ts";
import { type KnownCall, withMistake } from "./wrong-values.ts";

const IS_NIGHTLY = env.LOTLINE_LONG === "1";
/** Each round makes every call this many times. */
const CALLS_PER_ROUND = 8;
const ROUNDS = IS_NIGHTLY ? 100 : 1;
const SEEDS = seedsOf(ROUNDS, { freshCount: IS_NIGHTLY ? ROUNDS : 0, firstSeed: env.SEED });
const CONCURRENCY = 4;
/** Long lists repeat the same shape, which other tests check. */
const MAX_CHECKED_LENGTH = 20_000;
/** The run stops after this many faults. They are enough to see what is wrong. */
const MAX_FAULTS = 20;

/** Internal details that no response may contain: stack traces, SQL, hashes. */
const INTERNAL_DETAILS =
  /\n\s+at |node_modules|SQLITE|D1_\w*(?:ERROR|NOTFOUND)|SELECT .* FROM|\$scrypt\$|TypeError|\.ts:\d/;

const { paths } = await readApiDocument();
const parametersShape = z.array(z.looseObject({ in: z.string(), name: z.string() })).default([]);

/** The names of the documented query parameters, by the name of the call in the access table. */
const queryParameters = new Map(
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters }]) => {
      const name = `${method.toUpperCase()} ${path.replace("/api/v1", "").replaceAll(/\{(\w+)\}/g, ":$1")}`;
      const inQuery = parametersShape.parse(parameters).filter((parameter) => parameter.in === "query");
      return [name, inQuery.map((parameter) => parameter.name)] as const;
    }),
  ),
);

/** Calls that return HTML according to the OpenAPI document. Browsers get failures of these calls as HTML, too. */
const pages = Object.entries(paths).flatMap(([path, item]) =>
  JSON.stringify(item).includes('"text/html"') ? [path] : [],
);

function isPage(url: string, headers: Headers): boolean {
  return pages.includes(new URL(url).pathname) && (headers.get("content-type") ?? "").startsWith("text/html");
}

function isFailure(body: string): boolean {
  return failure.safeParse(JSON.parse(body)).success;
}

/** Removes the SQL in `hostile/texts.ts` from a body, because users may have stored it as text. */
function withoutStatements(body: string): string {
  return STATEMENTS.reduce((text, statement) => text.replaceAll(statement, ""), body);
}

/** Makes the call. Returns whether it was accepted, and the faults in the response. */
async function checkResponse({ path, call, cookie }: AccessAttempt) {
  const request = requestOf(path, { ...call, cookie });
  const { method, url } = request;
  // Only a GET can be an upgrade. fetch turns any request with this header into a GET.
  if (method !== "GET") request.headers.delete("upgrade");
  const response = await exports.default.fetch(request);
  const { status, headers, webSocket } = response;
  const isAccepted = status < 400;
  if (webSocket) {
    webSocket.accept();
    webSocket.close();
    return { isAccepted, faults: [] };
  }
  const body = await response.clone().text();
  const isDocument = new URL(url).pathname.endsWith("/openapi.json");
  const faults = [
    status >= 500 && "a failure of ours",
    headers.get("x-content-type-options") !== "nosniff" && "no nosniff",
    !headers.has("x-request-id") && "no id",
    !isDocument && INTERNAL_DETAILS.test(withoutStatements(body)) && "reveals internal details",
    containsSalt(body) && "reveals a salt",
    status >= 400 && method !== "HEAD" && !isPage(url, headers) && !isFailure(body) && "not the failure body",
  ].filter((fault) => fault !== false);
  // HEAD is served by the GET route, without a body to check.
  if (method !== "HEAD" && body.length <= MAX_CHECKED_LENGTH) await expectDocumented(method, url, response);
  return { isAccepted, faults: faults.map((fault) => `${fault}: ${status} ${body.slice(0, 400)}`) };
}

const CALLS = ROUNDS * CALLS_PER_ROUND * Object.keys(ACCESS_ROWS).length;

it(
  `the API responds to ${CALLS} calls only as documented (from seed ${SEEDS[0]})`,
  { timeout: IS_NIGHTLY ? 7_200_000 : 1_200_000 },
  async () => {
    const totals = { calls: 0, accepted: 0 };
    const found: string[] = [];
    const tryCalls = async (seed: number, name: string) => {
      const random = new Random(`${seed} ${name}`);
      const [method = "", template = ""] = name.split(" ");
      const known: KnownCall = { method, template, parameters: queryParameters.get(name) ?? [] };
      const attempt = await ACCESS_ROWS[name]?.attempt();
      if (!attempt) return;
      for (let time = 0; time < CALLS_PER_ROUND; time += 1) {
        const wrong = withMistake(known, attempt, random);
        const failed = (error: unknown) => ({ isAccepted: false, faults: [String(error)] });
        const { isAccepted, faults } = await checkResponse(wrong).catch(failed);
        totals.calls += 1;
        if (isAccepted) totals.accepted += 1;
        if (faults.length === 0) continue;
        found.push(`LOTLINE_SEED=${seed}: ${name} as ${JSON.stringify(wrong)}: ${faults.join("; ")}`.toWellFormed());
      }
    };
    for (const seed of SEEDS) {
      const left = Object.keys(ACCESS_ROWS);
      while (left.length > 0 && found.length < MAX_FAULTS) {
        await Promise.all(left.splice(0, CONCURRENCY).map((name) => tryCalls(seed, name)));
      }
      // Each object keeps its files open, and a hundred rounds have more files than a process may open.
      await abortAllDurableObjects();
    }
    expect(found).toEqual([]);
    // If every call were refused, this would prove nothing.
    console.log(totals);
    expect(totals.accepted).toBeGreaterThan(totals.calls / 5);
  },
);
