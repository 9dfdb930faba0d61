/**
 * Every call about one deal, by everyone who may be involved in its auction: visitors, strangers, losing bidders,
 * someone whose account is gone, the winner, the next bidder with a second chance, the seller, an admin. The calls and
 * their bodies are those of the API document, so this test tries a new call without any change here.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import type { ErrorCode } from "../contract/errors.ts";
import { failure } from "../contract/failure.ts";
import { doneResponse } from "../contract/fields.ts";
import { anAddress, DAY_MS } from "../testing/builders.ts";
import { anEndedAuction, signInAgain, dealOf, runLater, takeStep } from "../testing/deals.ts";
import { readApiDocument } from "../testing/documented.ts";
import { anAdmin, requestJson, expectRefusal, request, type Someone, someoneSignedIn } from "../testing/http.ts";
import { removePassword } from "../testing/passwords.ts";

const DEAL_CALLERS = ["visitor", "stranger", "loser", "deleted", "winner", "next", "seller", "admin"] as const;
type DealCaller = (typeof DEAL_CALLERS)[number];

/** Refused before anything about the deal was checked. */
type AccessRefusal = "401 not_signed_in" | "404 not_found" | "404 deal_not_found";
/** `in`: the call reached the deal, regardless of whether its state allows it. */
type Access = AccessRefusal | "in";

const NO_SIDE_ACCESS = {
  visitor: "401 not_signed_in",
  stranger: "404 deal_not_found",
  loser: "404 deal_not_found",
  deleted: "401 not_signed_in",
  admin: "404 deal_not_found",
} as const;
/** Who can reach which deal of the auction with the calls for its sides: the winner's deal, and the second chance. */
const SIDE_ACCESS: Readonly<Record<"-1" | "-2", Readonly<Record<DealCaller, Access>>>> = {
  "-1": { ...NO_SIDE_ACCESS, winner: "in", next: "404 deal_not_found", seller: "in" },
  "-2": { ...NO_SIDE_ACCESS, winner: "404 deal_not_found", next: "in", seller: "in" },
};
/** Who can reach a deal with the calls for admins. */
const ADMIN_CALL_ACCESS: Readonly<Record<DealCaller, Access>> = {
  visitor: "404 not_found",
  stranger: "404 not_found",
  loser: "404 not_found",
  deleted: "404 not_found",
  winner: "404 not_found",
  next: "404 not_found",
  seller: "404 not_found",
  admin: "in",
};
const ACCESS_CODES: readonly ErrorCode[] = ["not_signed_in", "not_found", "deal_not_found"];
/** Results that would mean a mistake in this test. */
const TEST_MISTAKE_CODES: readonly ErrorCode[] = ["invalid_input", "malformed_request", "unsupported_media_type"];

const operation = z.looseObject({
  requestBody: z.object({ content: z.record(z.string(), z.looseObject({ example: z.unknown() })) }).optional(),
});
const { paths } = await readApiDocument();
const CALLS = Object.entries(paths)
  .filter(([path]) => /\/deals\/\{id\}/.test(path))
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      method: method.toUpperCase(),
      path: path.replace("/api/v1", ""),
      json: operation.parse(described).requestBody?.content["application/json"]?.example,
    })),
  );

let auctionId = "";
let cookies: Readonly<Record<DealCaller, string | undefined>>;

/** Nine days after the end, when the winner has not paid and the next bidder has taken the second chance. */
const nineDaysOn = <Value>(work: () => Promise<Value>) => runLater(9 * DAY_MS, work);

beforeAll(async () => {
  const { id, seller, bidders } = await anEndedAuction(100, 110, 140, 150);
  const [deletedPerson, loser, next, winner] = bidders;
  if (!deletedPerson || !loser || !next || !winner) throw new Error("four bidders");
  auctionId = id;
  await nineDaysOn(async () => {
    const cookieOf = async (person: Someone) => (await signInAgain(person)).cookie;
    cookies = {
      visitor: undefined,
      stranger: (await someoneSignedIn()).cookie,
      loser: await cookieOf(loser),
      deleted: await cookieOf(deletedPerson),
      winner: await cookieOf(winner),
      next: await cookieOf(next),
      seller: await cookieOf(seller),
      admin: (await anAdmin()).cookie,
    };
    const [sue, bob] = [{ cookie: cookies.seller ?? "" }, { cookie: cookies.next ?? "" }];
    await takeStep(`${id}-1`, sue, "end-unpaid", { choice: "secondChance" });
    await takeStep(`${id}-2`, bob, "accept", { note: "Gladly" });
    await takeStep(`${id}-2`, bob, "delivery", { delivery: "address", address: anAddress(), note: "Ring twice" });
    await removePassword(deletedPerson);
    const deletion = { method: "DELETE", cookie: cookies.deleted, json: {} };
    await requestJson(doneResponse, "/user/delete-account", deletion);
  });
}, 60_000);

async function reach(
  { method, path, json }: (typeof CALLS)[number],
  dealId: string,
  person: DealCaller,
): Promise<Access> {
  const callPath = path.replace("{id}", dealId).replace("{seq}", "3");
  const response = await request(callPath, { method, cookie: cookies[person], json });
  if (response.ok) return "in";
  const { code } = failure.parse(await response.json());
  expect(TEST_MISTAKE_CODES, `${method} ${callPath}`).not.toContain(code);
  return ACCESS_CODES.includes(code) ? (`${response.status} ${code}` as AccessRefusal) : "in";
}

const readEvents = async () =>
  env.DB.prepare(
    "SELECT (SELECT count(*) FROM deal_events) AS events, (SELECT count(*) FROM admin_actions) AS actions",
  ).first();

describe.each(["-1", "-2"] as const)("deals whose ID ends in %s", (chance) => {
  it(
    "a deal can be reached by its two sides and, through their own calls, by admins",
    { timeout: 120_000 },
    async () => {
      expect(CALLS.length).toBeGreaterThan(18);
      await nineDaysOn(async () => {
        const before = await readEvents();
        const access: Record<string, Partial<Record<DealCaller, Access>>> = {};
        const expected: Record<string, Readonly<Record<DealCaller, Access>>> = {};
        const tryAll = async (isIn: boolean) => {
          for (const call of CALLS) {
            const name = `${call.method} ${call.path}`;
            const row = call.path.startsWith("/moderation/") ? ADMIN_CALL_ACCESS : SIDE_ACCESS[chance];
            expected[name] = row;
            for (const person of DEAL_CALLERS.filter((caller) => (row[caller] === "in") === isIn)) {
              (access[name] ??= {})[person] = await reach(call, auctionId + chance, person);
            }
          }
        };
        await tryAll(false);
        // People without access change nothing.
        expect(await readEvents()).toEqual(before);
        await tryAll(true);
        expect(access).toEqual(expected);
      });
    },
  );
});

it("an auction's ID leads each of its buyers to their own deal", async () => {
  await nineDaysOn(async () => {
    expect(await dealOf(auctionId, { cookie: cookies.winner ?? "" })).toMatchObject({ _id: `${auctionId}-1` });
    expect(await dealOf(auctionId, { cookie: cookies.next ?? "" })).toMatchObject({ _id: `${auctionId}-2` });
    for (const person of ["stranger", "loser", "admin"] as const) {
      await expectRefusal("deal_not_found", 404, `/deals/${auctionId}`, { cookie: cookies[person] });
    }
  });
});
