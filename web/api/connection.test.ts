import { expect, it } from "vitest";

import { connectionAfter, type SocketChange, STABLE_MS, STARTING } from "./connection.ts";

const failed: SocketChange = { type: "closed", upMs: 0 };
const after = (...changes: SocketChange[]) => changes.reduce(connectionAfter, STARTING);

it("is connecting until the first socket opens, then live", () => {
  expect(after().phase).toBe("connecting");
  expect(after(failed).phase).toBe("connecting");
  expect(after(failed, { type: "opened" }).phase).toBe("live");
});

it("is reconnecting when a good socket falls, and counts from zero", () => {
  const fallen = after({ type: "opened" }, { type: "closed", upMs: STABLE_MS });
  expect(fallen).toEqual({ phase: "reconnecting", failures: 0 });
});

it("is given up after five failures in a row, and starts over when asked", () => {
  const four = after({ type: "opened" }, { type: "closed", upMs: STABLE_MS }, failed, failed, failed, failed);
  expect(four.phase).toBe("reconnecting");
  const five = connectionAfter(four, failed);
  expect(five.phase).toBe("givenUp");
  expect(connectionAfter(five, { type: "asked" })).toEqual(STARTING);
});

it("counts a server that hangs up at once as failing, though its sockets open", () => {
  const hangUp: SocketChange[] = [{ type: "opened" }, { type: "closed", upMs: 20 }];
  expect(after(...hangUp, ...hangUp, ...hangUp, ...hangUp, ...hangUp).phase).toBe("givenUp");
});

it("is given up at once when a page that was opened later took its place, and starts over when asked", () => {
  const replaced = after({ type: "opened" }, { type: "replaced" });
  expect(replaced.phase).toBe("givenUp");
  expect(connectionAfter(replaced, { type: "asked" })).toEqual(STARTING);
});
