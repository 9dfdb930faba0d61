import { expect, it } from "vitest";

import { connectionAfter, type SocketChange, spreadDelay, STABLE_MS, INITIAL_CONNECTION } from "./connection.ts";

const confirmed: SocketChange = { type: "confirmed" };
const failed: SocketChange = { type: "closed", upMs: 0 };
const dropped: SocketChange = { type: "closed", upMs: STABLE_MS };
const refused = (refusedForMs: number): SocketChange => ({ type: "closed", upMs: 0, refusedForMs });
const after = (...changes: SocketChange[]) => changes.reduce(connectionAfter, INITIAL_CONNECTION);

it("a connection is live once its first socket receives a message", () => {
  expect(after().phase).toBe("connecting");
  expect(after(failed).phase).toBe("connecting");
  expect(after(failed, confirmed)).toEqual({ phase: "live", failures: 1, waitMs: null });
});

it("a stable connection reconnects one second after its socket closes", () => {
  expect(after(confirmed, dropped)).toEqual({ phase: "reconnecting", failures: 0, waitMs: 1_000 });
});

it("the delay between reconnection attempts starts at one second and keeps growing", () => {
  const waits = [1, 2, 3, 4].map(
    (count) => after(confirmed, dropped, ...Array.from({ length: count }, () => failed)).waitMs,
  );
  expect(waits.map((waitMs) => Math.round(waitMs ?? 0))).toEqual([1_000, 1_300, 1_690, 2_197]);
});

it("live updates count as stopped after five failures, but retry every 30 seconds", () => {
  const four = after(confirmed, dropped, failed, failed, failed, failed);
  expect(four.phase).toBe("reconnecting");
  let connection = four;
  for (let count = 5; count < 100; count += 1) {
    connection = connectionAfter(connection, failed);
    expect(connection).toEqual({ phase: "stopped", failures: count, waitMs: 30_000 });
  }
  expect(connectionAfter(connection, { type: "connectRequested" })).toEqual(INITIAL_CONNECTION);
  expect(connectionAfter(connection, confirmed).phase).toBe("live");
});

it("a socket that opens but closes right away counts as a failure", () => {
  const hangUp = [confirmed, { type: "closed", upMs: 20 }] as const;
  expect(after(...hangUp, ...hangUp, ...hangUp, ...hangUp, ...hangUp).phase).toBe("stopped");
});

it("a refused connection waits as long as the server says and clears its failures", () => {
  expect(after(confirmed, dropped, failed, refused(40_000))).toEqual({ phase: "refused", failures: 0, waitMs: 40_000 });
  const often = Array.from({ length: 50 }, () => refused(7_000));
  expect(after(...often)).toEqual({ phase: "refused", failures: 0, waitMs: 7_000 });
});

it("a connection that a newer page replaced reconnects only on request", () => {
  const replaced = after(confirmed, { type: "replaced" });
  expect(replaced).toMatchObject({ phase: "stopped", waitMs: null });
  expect(connectionAfter(replaced, { type: "connectRequested" })).toEqual(INITIAL_CONNECTION);
});

it("pages reconnect when their delay is over or up to 50% later, but never earlier", () => {
  expect([0, 0.5, 1].map((random) => spreadDelay(40_000, random))).toEqual([40_000, 50_000, 60_000]);
  expect([0, 0.5, 1].map((random) => spreadDelay(1_000, random))).toEqual([1_000, 1_500, 2_000]);
});
