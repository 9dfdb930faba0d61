import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { z } from "zod";

import { failure } from "../contract/failure.ts";
import { newId } from "../testing/builders.ts";
import { readApiDocument } from "../testing/documented.ts";
import { anAdmin, ORIGIN, request } from "../testing/http.ts";

const example = z.looseObject({ example: z.unknown().optional() });
const parameter = z.looseObject({ name: z.string(), in: z.string() });
const operationSchema = z.looseObject({
  parameters: z.array(parameter).optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), example) }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});
/** The ID of any auction in the document's examples. */
const ANY_AUCTION = /0123456789abcdef0123456789abcdef/g;

type AuctionCall = {
  readonly method: string;
  readonly path: string;
  readonly json: unknown;
  /** Whether the call's description lists `auction_not_found` and we can send its example body. */
  readonly refuses: boolean;
};

/** Every API call that takes an ID, with this auction's ID in its path, query or body. */
async function callsAbout(auctionId: string): Promise<AuctionCall[]> {
  const { paths } = await readApiDocument();
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { parameters = [], requestBody, responses } = operationSchema.parse(operation);
      const refuses = responses["404"]?.description.includes("`auction_not_found`") ?? false;
      const text = JSON.stringify(requestBody?.content["application/json"]?.example ?? null);
      const query = parameters.filter((declared) => declared.in === "query" && /auctionId|target/.test(declared.name));
      if (!template.includes("{") && query.length === 0 && text.search(ANY_AUCTION) < 0) return [];
      const search = query.map(({ name }) => `${name}=${auctionId}`).join("&");
      // A bid's ID begins with that of its auction.
      return [auctionId, `${auctionId}-1`].map((id) => ({
        refuses: refuses && !requestBody?.content["multipart/form-data"],
        method: method.toUpperCase(),
        path: `${template.replace("/api/v1", "").replaceAll(/\{[^}]*\}/g, id)}?${search}`,
        json: z.unknown().parse(JSON.parse(text.replaceAll(ANY_AUCTION, auctionId))) ?? undefined,
      }));
    }),
  );
}

/** The storage of this auction's room: tables, values and an alarm. */
async function storageOf(auctionId: string) {
  return runInDurableObject(env.AUCTION_ROOM.getByName(auctionId), async (_, { storage }) => ({
    tables: storage.sql.exec("SELECT name FROM sqlite_master").toArray(),
    values: (await storage.list()).size,
    alarm: await storage.getAlarm(),
  }));
}

it("a call about an unknown auction returns 404 and creates no storage", async () => {
  const unknownId = newId();
  const calls = await callsAbout(unknownId);
  expect(calls.length).toBeGreaterThan(60);
  const answeredCalls: string[] = [];
  const otherResults: string[] = [];
  for (const { method, path, json, refuses } of calls) {
    // Each call has a new admin, because some calls are for admins and one deletes the account.
    const { cookie } = await anAdmin();
    const body = method === "GET" ? {} : { json };
    const upgrade = path.includes("/live?") ? { upgrade: "websocket" } : {};
    const response = await request(path, { method, cookie, headers: upgrade, ...body });
    const { status, webSocket } = response;
    if (refuses) {
      const { code } = failure.parse(await response.json());
      // An invalid bid ID identifies no room to call.
      const expected = /\/bids?\//.test(path) ? /^(?:auction|bid)_not_found$/ : /^auction_not_found$/;
      if (!expected.test(code)) otherResults.push(`${method} ${path}: ${code}`);
    }
    webSocket?.accept();
    webSocket?.close();
    if (status < 500) answeredCalls.push(`${method} ${path}`);
  }
  expect(otherResults).toEqual([]);
  expect(answeredCalls.some((call) => call.includes("/live?"))).toBe(true);
  expect(answeredCalls.some((call) => call.startsWith("POST /bid/placeBid"))).toBe(true);
  const page = await exports.default.fetch(`${ORIGIN}/auction/${unknownId}`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(404);
  expect(await storageOf(unknownId)).toEqual({ tables: [], values: 0, alarm: null });
});
