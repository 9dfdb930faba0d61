import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { notificationsResponse } from "../contract/notification.ts";
import { disconnectedObjects, envWith, requestWith, silentObjects, stalledDatabase } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { expectRefusalIn, someoneSignedIn, tokenIn } from "../testing/http.ts";
import { aListing, detailsOf, placeBidCall } from "../testing/selling.ts";
import { secondsUntilRetry } from "../testing/strict-limits.ts";
import { withTimeLimits } from "./time-limits.ts";

/** 503 with `Retry-After`, in the header and in the body. */
async function expectRetryLater(response: Response, code: "busy" | "outcome_unknown"): Promise<void> {
  expect(response.headers.get("retry-after")).toBe("1");
  expect(await expectRefusalIn(response, code, 503)).toMatchObject({ retryAfter: 1 });
}

const stalledEnv = envWith({ DB: stalledDatabase() });

it("a read returns 503 if D1 doesn't respond in time", async () => {
  await expectRetryLater(await requestWith(stalledEnv, "/healthz"), "busy");
  const { cookie } = await someoneSignedIn();
  await expectRetryLater(await requestWith(stalledEnv, "/user/profile", { cookie }), "busy");
});

it("a command whose D1 call times out returns an unknown outcome", async () => {
  const { cookie } = await someoneSignedIn();
  const call = { method: "PATCH", cookie, json: { anonymous: true } };
  await expectRetryLater(await requestWith(stalledEnv, "/user/privacy", call), "outcome_unknown");
});

it("an auction and its journal can be read while D1 doesn't answer", async () => {
  const { id } = await aListing();
  for (const path of [`/auction/fetchSpecificAuction?auctionId=${id}`, `/auction/${id}/journal`]) {
    expect((await requestWith(stalledEnv, path)).status).toBe(200);
  }
});

it("a read returns 503 if a room or inbox doesn't respond in time", async () => {
  const silentEnv = envWith({ AUCTION_ROOM: silentObjects(env.AUCTION_ROOM), INBOX: silentObjects(env.INBOX) });
  const path = `/auction/fetchSpecificAuction?auctionId=${newId()}`;
  await expectRetryLater(await requestWith(silentEnv, path), "busy");
  const { cookie } = await someoneSignedIn();
  await expectRetryLater(await requestWith(silentEnv, "/auction/notifications", { cookie }), "busy");
});

it("a silent room leaves a bid's outcome unknown, and a retry places it once", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const call = placeBidCall(id, 100, cookie, newId());
  const silentEnv = envWith({ AUCTION_ROOM: silentObjects(env.AUCTION_ROOM) });
  await expectRetryLater(await requestWith(silentEnv, "/bid/placeBid", call), "outcome_unknown");
  const retry = () => requestWith(env, "/bid/placeBid", call);
  expect([(await retry()).status, (await retry()).status]).toEqual([201, 201]);
  expect(await detailsOf(id)).toMatchObject({ bidCount: 1 });
});

it("a bid's outcome is unknown if the connection breaks after the bid is placed", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const call = placeBidCall(id, 100, cookie, newId());
  const brokenEnv = envWith({ AUCTION_ROOM: disconnectedObjects(env.AUCTION_ROOM, "Network connection lost.") });
  await expectRetryLater(await requestWith(brokenEnv, "/bid/placeBid", call), "outcome_unknown");
  expect(await detailsOf(id)).toMatchObject({ bidCount: 1 });
  await expectRetryLater(await requestWith(brokenEnv, `/auction/fetchSpecificAuction?auctionId=${newId()}`), "busy");
});

it("T7: a sign-out without the inbox's confirmation doesn't report success", async () => {
  const { cookie } = await someoneSignedIn();
  const silentEnv = envWith({ INBOX: silentObjects(env.INBOX) });
  const signedOut = await requestWith(silentEnv, "/auth/logout", { method: "POST", cookie });
  expect(tokenIn(signedOut)).toBe("");
  await expectRetryLater(signedOut, "outcome_unknown");
  expect((await requestWith(env, "/user/profile", { cookie })).status).toBe(401);
});

it("a socket that a full auction refuses can be retried after a second", async () => {
  const fullRooms = new Proxy(env.AUCTION_ROOM, {
    get: () => () => ({ fetch: async () => new Response(null, { status: 503 }) }),
  });
  const path = `/auction/${newId()}/live`;
  const call = { headers: { upgrade: "websocket" } };
  expect(await secondsUntilRetry(await requestWith(envWith({ AUCTION_ROOM: fullRooms }), path, call))).toBe(1);
});

it("bindings with time limits behave like the bindings themselves", async () => {
  const limitedEnv = withTimeLimits(env);
  expect(withTimeLimits(env)).toBe(limitedEnv);
  expect(withTimeLimits(limitedEnv)).toBe(limitedEnv);
  const statement = limitedEnv.DB.prepare("SELECT ? AS value");
  const [firstResult, secondResult] = await limitedEnv.DB.batch<{ value: number }>([
    statement.bind(1),
    statement.bind(2),
  ]);
  expect([firstResult?.results, secondResult?.results]).toEqual([[{ value: 1 }], [{ value: 2 }]]);
  expect(await statement.bind(3).first("value")).toBe(3);
  const key = `limits/${newId()}`;
  await limitedEnv.IMAGE_BUCKET.put(key, "bytes");
  expect(await (await limitedEnv.IMAGE_BUCKET.get(key))?.text()).toBe("bytes");
  expect(await limitedEnv.IMAGE_BUCKET.get(`${key}/none`)).toBeNull();
  const { cookie } = await someoneSignedIn();
  const response = await requestWith(limitedEnv, "/auction/notifications", { cookie });
  expect(notificationsResponse.parse(await response.json()).data).toEqual([]);
});

it("bindings with time limits don't wait for images that R2 doesn't send", async () => {
  const never = () => new Promise<never>(() => {});
  const bucket = new Proxy(env.IMAGE_BUCKET, { get: () => never });
  const path = `/images/auctions/${newId()}/${"0".repeat(64)}`;
  await expectRetryLater(await requestWith(envWith({ IMAGE_BUCKET: bucket }), path), "busy");
});
