/** The load generator against a small server, whose own counts are the reference. */
import { afterEach, beforeEach, expect, it } from "vitest";

import { Load } from "./load/load.ts";
import { AuctionServer } from "./testing/auction-server.ts";

const users = Array.from({ length: 4 }, (_, index) => ({ headers: { cookie: `name=person${index}`, "x-one": "two" } }));
const loop = { durationMs: 500, warmUpMs: 0 };
const bids = { ...loop, users, pauseMs: 0, firstAmount: 100 };

let server: AuctionServer;
beforeEach(async () => {
  server = await AuctionServer.start();
});
afterEach(() => server.stop());

it.each(["rest", "socket"] as const)("bids over %s are counted as the server decided them", async (over) => {
  server.refuseEvery = 5;
  const { port } = server;
  const result = await Load.bid({ ...bids, port, over, auctionIds: ["a-1", "b-2", "c-3"] }).result;
  expect(result.inAll).toEqual({ accepted: server.accepted, refused: server.refused });
  expect(server.accepted).toBeGreaterThan(0);
  expect(result.lastSeq).toEqual(server.lastSeq);
  // For each bidder, the bid that was under way at the end may not be counted.
  expect(result.accepted).toBeGreaterThanOrEqual(server.accepted - users.length);
  expect(result.answerMs).toHaveLength(result.accepted);
  expect(server.cookies).toEqual(new Set(users.map(({ headers }) => headers.cookie)));
});

it("moving bidders change auctions, and paced runs report when bids were sent", async () => {
  const { port } = server;
  const auctionIds = ["a-1", "b-2", "c-3"];
  const some = { ...bids, users: users.slice(0, 2), pauseMs: 1, moving: true };
  const result = await Load.bid({ ...some, port, over: "rest", auctionIds }).result;
  expect(result.inAll).toEqual({ accepted: server.accepted, refused: server.refused });
  const first = server.order.filter(({ cookie }) => cookie === "name=person0").map(({ auctionId }) => auctionId);
  expect(first).toEqual(first.map((_each, turn) => auctionIds[(turn * 2) % 3]));
  expect(result.sent).toHaveLength(server.accepted);
});

it("a bidder over REST sends the cookie by which an answer has replaced theirs", async () => {
  server.newCookie = "name=renewed; Path=/; HttpOnly";
  await Load.bid({ ...bids, users: users.slice(0, 1), port: server.port, over: "rest", auctionIds: ["a-1"] }).result;
  const [first, ...others] = server.order.map(({ cookie }) => cookie);
  expect(first).toBe("name=person0");
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others)).toEqual(new Set(["name=renewed"]));
});

it("a refusal unrelated to the bid ends the job with the server's message", async () => {
  server.failure = { success: false, code: "not_signed_in", message: "Please sign in" };
  const load = Load.bid({ ...bids, port: server.port, over: "rest", auctionIds: ["a-1"] });
  await expect(load.result).rejects.toThrow("Please sign in");
});

it("watchers receive each number once, in frames of one number or several", async () => {
  const load = Load.watch({ port: server.port, auctionId: "a-1", count: 3 });
  await load.ready;
  server.publish({ from: 1, to: 1 });
  server.publish({ from: 2, to: 4 });
  load.finish(4);
  const { wrong, frames, flushes } = await load.result;
  // A snapshot each, and two frames each.
  expect({ wrong, frames }).toEqual({ wrong: 0, frames: 3 * 3 });
  const numbers = [
    [1, 1],
    [2, 4],
  ];
  expect(flushes.map(({ from, to }) => [from, to])).toEqual(numbers);
  expect(flushes.map(({ lastAt }) => lastAt)).toEqual(flushes.map(({ lastAt }) => lastAt).toSorted((a, b) => a - b));
});

it.each([
  ["misses a number", (socket: number) => server.publish({ from: 3, to: 3 }, socket)],
  ["receives one twice", (socket: number) => server.publish({ from: 1, to: 2 }, socket)],
  ["is closed", (socket: number) => server.close(socket)],
])("a watcher that %s is wrong", async (_what, mistake) => {
  const load = Load.watch({ port: server.port, auctionId: "a-1", count: 3 });
  await load.ready;
  server.publish({ from: 1, to: 1 });
  mistake(1);
  server.publish({ from: 2, to: 2 }, 0);
  server.publish({ from: 2, to: 2 }, 2);
  load.finish(2);
  expect((await load.result).wrong).toBe(1);
});

it("requests are counted by their status, and a body of any kind is read to its end", async () => {
  const { port } = server;
  const requests = [
    { method: "GET", path: "/sized" },
    { method: "GET", path: "/chunked" },
    { method: "GET", path: "/missing" },
    { method: "POST", path: "/echo", headers: { "content-type": "text/plain" }, body: "zwölf" },
  ];
  const result = await Load.request({ ...loop, port, connections: 4, requests }).result;
  expect(result.inAll.answered + result.inAll.failed).toBe(server.requests);
  expect(result.inAll.failed).toBe(server.missing);
  expect(server.requests).toBeGreaterThanOrEqual(requests.length);
  expect(server.bodies).toEqual(new Set(["zwölf"]));
});
