import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { newId } from "../../testing/builders.ts";
import type { Told } from "../views/frames.ts";
import { Audience } from "./broadcaster.ts";
import { Relays } from "./relays.ts";

const shown = (seq: number): Told => ({ seq, isBid: false, event: () => ({ seq, type: "shown" }) });

it("a flush that fails is skipped, and the next goes out: who hears the gap asks for what it missed", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, state) => {
    const failures: unknown[] = [];
    const patient = new Proxy(state, {
      get: (target, name) => {
        if (name === "waitUntil") return (work: Promise<unknown>) => void work.catch((error) => failures.push(error));
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    let clockIsGone = true;
    const now = () => {
      if (clockIsGone) throw new Error("no clock");
      return { serverTime: 1 };
    };
    const relays = new Relays({
      state: patient,
      relay: (number) => env.AUDIENCE_RELAY.getByName(String(number)),
      now,
      seq: () => 0,
      toldAfter: () => [],
      changed: () => {},
      relayAfter: 10,
    });
    const audience = new Audience({ state: patient, relays, now });
    const { 0: client, 1: server } = new WebSocketPair();
    const heard: unknown[] = [];
    client.addEventListener("message", ({ data }) => heard.push(JSON.parse(String(data))));
    audience.join(server, { viewer: null, network: "here", seq: 1 }, '{"type":"first"}');
    client.accept();

    audience.tell(() => [shown(2)]);
    await vi.waitFor(() => expect(failures).toEqual([new Error("no clock")]));
    clockIsGone = false;
    audience.tell(() => [shown(3)]);
    await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining({ type: "events", from: 3, to: 3 })));
    client.close();
  });
});
