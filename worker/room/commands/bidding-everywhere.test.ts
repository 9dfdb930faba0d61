import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { anAuction, aPerson, listen, newId } from "../../testing/builders.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

it("over all auctions' sockets one person bids ten times in ten seconds, however many auctions there are", async () => {
  const person = aPerson();
  const answers: unknown[] = [];
  for (let index = 0; index < 11; index += 1) {
    const { id, room } = await anAuction();
    await runInDurableObject(room, (instance) => {
      Object.assign(instance, { env: { ...env, LIMIT_SCALE: "1" } });
    });
    const { socket, next } = await listen(id, person);
    await next();
    socket.send(JSON.stringify({ type: "newBid", requestId: newId(), productId: id, bidAmount: 100 }));
    const frame = await next();
    answers.push(frame.type === "ack" && !frame.success ? frame.code : frame.type);
    socket.close();
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => "ack"), "too_many_requests"]);
});
