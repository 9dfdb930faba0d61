import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import type { Recorded } from "../../rules/auction.ts";
import { newId } from "../../testing/builders.ts";
import { standIn } from "../../testing/stand-in.ts";
import type { RoomViews } from "../views/room-views.ts";
import { frameOf, type QueuedEvent } from "../views/wire.ts";
import { Broadcaster } from "./broadcaster.ts";

const shown = (seq: number): Recorded => ({ seq, at: 1, fact: { type: "shown" } });

it("a flush that fails is skipped, and the next one is sent: a client that sees the gap asks for what it missed", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    const failures: unknown[] = [];
    const recording = new Proxy(state, {
      get: (target, name) => {
        if (name === "waitUntil") return (work: Promise<unknown>) => void work.catch((error) => failures.push(error));
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    let clockFails = true;
    const frame = (run: readonly QueuedEvent[]) => {
      if (clockFails) throw new Error("no clock");
      return frameOf(run, { serverTime: 1 });
    };
    const views = standIn<RoomViews>({
      frame,
      events: (facts: readonly Recorded[]) =>
        facts.map(({ seq }) => ({ seq, isBid: false, event: () => ({ seq, type: "shown" }) })),
    });
    const broadcaster = new Broadcaster(recording, views, env.AUDIENCE_RELAY, 10);
    const { 0: client, 1: server } = new WebSocketPair();
    const received: unknown[] = [];
    client.addEventListener("message", ({ data }) => received.push(JSON.parse(String(data))));
    broadcaster.join(server, { viewer: null, network: "here", seq: 1 }, '{"type":"first"}');
    client.accept();

    broadcaster.publish([shown(2)]);
    await vi.waitFor(() => expect(failures).toEqual([new Error("no clock")]));
    clockFails = false;
    broadcaster.publish([shown(3)]);
    await vi.waitFor(() =>
      expect(received).toContainEqual(expect.objectContaining({ type: "events", from: 3, to: 3 })),
    );
    client.close();
  });
});
