import { expect, it } from "vitest";

import { connectionAfter, type SocketChange, STABLE_MS, STARTING } from "./connection.ts";

const failed: SocketChange = { type: "closed", upMs: 0 };
const after = (...changes: SocketChange[]) => changes.reduce(connectionAfter, STARTING);

it("a connection is connecting until the first socket opens, then live", () => {
  expect(after().phase).toBe("connecting");
  expect(after(failed).phase).toBe("connecting");
  expect(after(failed, { type: "opened" }).phase).toBe("live");
});

it("a connection whose stable socket closes is reconnecting, with no failures", () => {
  const dropped = after({ type: "opened" }, { type: "closed", upMs: STABLE_MS });
  expect(dropped).toEqual({ phase: "reconnecting", failures: 0 });
});

it("a connection is given up after five failures in a row, and starts over on request", () => {
  const four = after({ type: "opened" }, { type: "closed", upMs: STABLE_MS }, failed, failed, failed, failed);
  expect(four.phase).toBe("reconnecting");
  const five = connectionAfter(four, failed);
  expect(five.phase).toBe("givenUp");
  expect(connectionAfter(five, { type: "asked" })).toEqual(STARTING);
});

it("a socket that opens but closes at once counts as a failure", () => {
  const hangUp: SocketChange[] = [{ type: "opened" }, { type: "closed", upMs: 20 }];
  expect(after(...hangUp, ...hangUp, ...hangUp, ...hangUp, ...hangUp).phase).toBe("givenUp");
});

it("a connection that a newer page replaced is given up at once, and starts over on request", () => {
  const replaced = after({ type: "opened" }, { type: "replaced" });
  expect(replaced.phase).toBe("givenUp");
  expect(connectionAfter(replaced, { type: "asked" })).toEqual(STARTING);
});
