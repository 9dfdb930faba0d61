/** A replaced instance must not answer from memory, because only access to its storage shows that it was replaced. */
import { expect, it } from "vitest";

import { RelayBroadcaster } from "../../../worker/room/live/relay-broadcaster.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { REPLACED, SimStorage } from "./storage.ts";

it("a replaced relay doesn't tell its room that no one is watching", async () => {
  Object.assign(globalThis, { WebSocketRequestResponsePair: Object });
  const storage = new SimStorage(() => false);
  const state = { storage, getWebSockets: () => [], setWebSocketAutoResponse: () => {} };
  const old = new RelayBroadcaster(standIn<DurableObjectState>(state), () => {});
  const nothing = { from: 1, to: 0, text: "" };
  expect(await old.sendFrame(nothing)).toEqual({ seq: 0, watching: 0 });
  storage.takeOver();
  await expect(old.sendFrame(nothing)).rejects.toBe(REPLACED);
});
