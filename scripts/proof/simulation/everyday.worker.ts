/**
 * Ordinary use of a marketplace on the simulated platform, without faults: people bid on many auctions of one seller
 * and outbid each other. Reports what a bid costs, in commits and calls, once every room knows every bidder.
 */
import { registerHooks } from "node:module";
import { parentPort } from "node:worker_threads";

import { OUTSIDE } from "./loop.ts";
import { SimStorage } from "./storage.ts";

/** Of one bid: commits of each, and calls between objects and to D1. */
export type Costs = { readonly room: number; readonly inboxes: number; readonly D1: number; readonly calls: number };

const stub = new URL("./workers-stub.ts", import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === "cloudflare:workers" ? { url: stub, shortCircuit: true } : next(name, context),
});
const { openCommand } = await import("../../../worker/rules/testing/auctions.ts");
const { actorNamed } = await import("../oracle/commands.ts");
const { CatalogueFile } = await import("./catalogue.ts");
const { PROFILES } = await import("./faults.ts");
const { Features } = await import("./features.ts");
const { Simulation } = await import("./simulation.ts");
const { withVirtualGlobals } = await import("./virtual-globals.ts");

/**
 * As many bids a second in each room, and notices for each person, as sixty-four people on a hundred auctions make at a
 * thousand a second.
 */
const [PEOPLE, AUCTIONS, EACH_BIDS_EVERY_MS] = [16, 25, 64];
/** Each bidder comes to each auction once: their sessions are registered. */
const WARM_UP_MS = AUCTIONS * EACH_BIDS_EVERY_MS;
const COUNTED_MS = 12_000;
const MAX_TURNS = 1_000_000;
const HOUR_MS = 3_600_000;

const commits = { room: 0, inboxes: 0, D1: 0 };
let calls = 0;
replaceMethod(SimStorage.prototype, "commit", function count(this: SimStorage) {
  commits[this.has("journal") ? "room" : "inboxes"] += 1;
});
replaceMethod(CatalogueFile.prototype, "batch", () => {
  commits.D1 += 1;
});

/** Calls `count` before each call of a method. */
function replaceMethod<Part extends object>(part: Part, name: keyof Part & string, count: (this: Part) => void): void {
  const method: unknown = Reflect.get(part, name);
  if (typeof method !== "function") throw new Error(`${name} is no method`);
  Reflect.set(part, name, function counted(this: Part, ...given: unknown[]): unknown {
    count.call(this);
    return Reflect.apply(method, this, given);
  });
}

const fairWeather = PROFILES.findIndex(({ name }) => name === "fair weather");
let seed = fairWeather;
while (["tiny", "limits", "relays", "numbers"].some((one) => new Features(seed).names.some((name) => name === one))) {
  seed += PROFILES.length;
}
const simulation = new Simulation(seed, new CatalogueFile());
const { loop, network } = simulation;
replaceMethod(network, "request", () => {
  calls += 1;
});

async function play(): Promise<Costs> {
  const seller = actorNamed("sue");
  const ids = Array.from({ length: AUCTIONS }, (_, index) => `lot${index}`);
  const { terms, limits } = openCommand({ endsAt: loop.now + HOUR_MS });
  for (const auctionId of ids) {
    const opening = { auctionId, actor: seller, currency: "USD", terms, limits };
    await simulation.ask(simulation.room(auctionId), (room) => room.open(opening));
  }
  let [bids, amountMinor] = [0, 100_00];
  const endsAt = loop.now + WARM_UP_MS + COUNTED_MS;
  const bidOn = async (personId: string, auctionId: string) => {
    const session = { sessionId: personId, expiresAt: loop.now + HOUR_MS };
    const origin = { network: "network", device: "device", session: personId };
    const offer = { actor: actorNamed(personId), session, origin, amountMinor: (amountMinor += 1_000) };
    const placed = await simulation.ask(simulation.room(auctionId), (room) => room.placeBid(offer));
    if (placed.ok) bids += 1;
  };
  const people = Array.from({ length: PEOPLE }, async (_, index) => {
    await simulation.sleep((index * EACH_BIDS_EVERY_MS) / PEOPLE);
    for (let count = 0; loop.now < endsAt; count += 1) {
      void bidOn(`person${index}`, ids[(index + count * PEOPLE) % ids.length] ?? "");
      await simulation.sleep(EACH_BIDS_EVERY_MS);
    }
  });
  await simulation.sleep(WARM_UP_MS);
  const before = { ...commits, calls, bids };
  await simulation.sleep(COUNTED_MS);
  const perBid = (count: number, earlier: number) => (count - earlier) / (bids - before.bids);
  const costs = {
    room: perBid(commits.room, before.room),
    inboxes: perBid(commits.inboxes, before.inboxes),
    D1: perBid(commits.D1, before.D1),
    // Without the bidder's own call to the room.
    calls: perBid(calls, before.calls) - 1,
  };
  await Promise.all(people);
  return costs;
}

const { promise, resolve, reject } = Promise.withResolvers<Costs>();
await withVirtualGlobals(simulation, async () => {
  loop.after(0, OUTSIDE, () => {
    play().then(resolve, reject);
    promise.then(
      () => loop.stop(),
      () => loop.stop(),
    );
  });
  await loop.run(MAX_TURNS);
});
const costs = await promise;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(costs);
