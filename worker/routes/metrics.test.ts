import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { AuctionRoom } from "../room/auction-room.ts";
import { settingsOf } from "../settings/settings.ts";
import { envWith, requestWith } from "../testing/bindings.ts";
import { anOpenRequest, aPerson, newId } from "../testing/builders.ts";

/** Keeps the data points written to it, because Analytics Engine stores nothing locally. */
function recorder() {
  const points: AnalyticsEngineDataPoint[] = [];
  const dataset: AnalyticsEngineDataset = { writeDataPoint: (point = {}) => void points.push(point) };
  const pointNames = () => points.map(({ indexes, blobs }) => `${textOf(indexes?.[0])} ${textOf(blobs?.[0])}`);
  return { points, dataset, pointNames };
}

function textOf(value: ArrayBuffer | string | null | undefined): string {
  return typeof value === "string" ? value : "";
}

it("a room's turn writes one anonymous data point per bid outcome", async () => {
  const { points, dataset, pointNames } = recorder();
  const opening = anOpenRequest();
  const bidders = [aPerson("Ann"), aPerson("Bob"), aPerson("Cy")];
  await runInDurableObject(env.AUCTION_ROOM.getByName(opening.auctionId), async (_, state) => {
    const room = new AuctionRoom(state, { ...env, METRICS: dataset });
    await room.open(opening);
    const outcomes = await Promise.all(
      bidders.map((actor, index) => room.placeBid({ actor, amountMinor: index < 2 ? 10_000 * (index + 1) : 100 })),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(pointNames()).not.toContain("bid accepted");
    const delivered = ["delivered catalogue", "delivered bidderInboxes"];
    await vi.waitFor(() => expect(pointNames()).toEqual(expect.arrayContaining(["watchers room", ...delivered])));
  });
  const bids = points.filter(({ indexes }) => indexes?.[0] === "bid");
  expect(bids.map(({ blobs, doubles }) => [blobs?.[0], blobs?.[1], doubles?.[0]])).toEqual([
    ["accepted", opening.auctionId, 2],
    ["bid_too_low", opening.auctionId, 1],
  ]);
  const text = JSON.stringify(points);
  for (const { id, firstName } of bidders) {
    expect(text).not.toContain(id);
    expect(text).not.toContain(firstName);
  }
});

it("a refused call is counted by its code and route, but not its URL", async () => {
  const { points, dataset, pointNames } = recorder();
  const id = newId();
  const response = await requestWith(envWith({ METRICS: dataset }), `/auction/fetchSpecificAuction?auctionId=${id}`);
  expect(response.status).toBe(404);
  expect(pointNames()).toEqual(["refused auction_not_found /api/v1/auction/fetchSpecificAuction"]);
  expect(JSON.stringify(points)).not.toContain(id);
});

it("the Worker runs without Analytics Engine and logs one warning", async () => {
  const warnSpy = vi.spyOn(console, "warn");
  const bindings = { ...env, METRICS: undefined };
  settingsOf(bindings);
  settingsOf(bindings);
  const lines = warnSpy.mock.calls.filter(([line]) => String(line).includes("metrics_not_configured"));
  expect(lines).toHaveLength(1);
  warnSpy.mockRestore();
  expect((await requestWith(envWith({ METRICS: undefined }), "/healthz")).status).toBe(200);
});
