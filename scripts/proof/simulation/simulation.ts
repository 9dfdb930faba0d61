/**
 * One simulated world: a room, the inboxes of its users and D1, the product's own objects on a simulated platform,
 * all drawn from one seed.
 */
import type { Notice } from "../../../worker/contract/notification.ts";
import { Inbox } from "../../../worker/inbox/inbox.ts";
import { AuctionRoom } from "../../../worker/room/auction-room.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { Random } from "../random.ts";
import { type CatalogueFile, catalogueOf } from "./catalogue.ts";
import { Faults, PROFILES } from "./faults.ts";
import { Loop, OUTSIDE } from "./loop.ts";
import { Network } from "./network.ts";
import { Host } from "./simulated-object.ts";
import type { SimStorage } from "./storage.ts";

/** 2026-01-01T00:00:00Z; any time would do. */
const STARTS_AT = 1_767_225_600_000;

/** Logs each notification that an inbox takes, in the transaction that takes it: what the judge counts. */
const TAKEN_LOG = `CREATE TABLE IF NOT EXISTS sim_taken (id TEXT NOT NULL, kind TEXT NOT NULL);
  CREATE TRIGGER IF NOT EXISTS sim_take AFTER INSERT ON notifications BEGIN
    INSERT INTO sim_taken (id, kind) VALUES (new.id, new.kind);
  END;`;

/** Inboxes of simulations that are over, for those to come. */
const wiped: SimStorage[] = [];

export class Simulation {
  readonly seed: number;
  readonly random: Random;
  readonly faults: Faults;
  readonly loop = new Loop(STARTS_AT);
  readonly network: Network;
  readonly catalogue: CatalogueFile;
  readonly room: Host<AuctionRoom>;
  readonly inboxes = new Map<string, Host<Inbox>>();
  /** Set by a seed that is looked at closely: prints what happens. */
  readonly trace: (...words: unknown[]) => void;

  constructor(seed: number, catalogue: CatalogueFile, trace: (...words: unknown[]) => void = () => {}) {
    this.seed = seed;
    this.random = new Random(seed);
    this.faults = new Faults(PROFILES[seed % PROFILES.length]!, this.random);
    this.network = new Network(this.loop, this.random);
    this.catalogue = catalogue;
    this.trace = trace;
    const env = this.#env();
    this.room = new Host(this, (state) => new AuctionRoom(state, env));
  }

  inbox(userId: string): Host<Inbox> {
    const known = this.inboxes.get(userId);
    if (known) return known;
    const env = this.#env();
    const build = (state: DurableObjectState) => {
      const inbox = new Inbox(state, env);
      host.storage.sql.exec(TAKEN_LOG);
      return inbox;
    };
    const host: Host<Inbox> = new Host(this, build, wiped.pop());
    this.inboxes.set(userId, host);
    return host;
  }

  /** A client's request to the room. */
  ask<Value>(work: (room: AuctionRoom) => Promise<Value>): Promise<Value> {
    const fate = this.faults.strikes("client") ? this.random.pick(["failsBefore", "failsAfter"] as const) : "well";
    return this.network.request<Value>(OUTSIDE, fate, (reply) => this.room.receive(work, reply));
  }

  askInbox<Value>(userId: string, work: (inbox: Inbox) => Promise<Value>): Promise<Value> {
    return this.network.request<Value>(OUTSIDE, "well", (reply) => this.inbox(userId).receive(work, reply));
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.loop.after(ms, OUTSIDE, resolve));
  }

  close(): void {
    this.room.storage.close();
    for (const { storage } of this.inboxes.values()) {
      storage.wipe();
      wiped.push(storage);
    }
  }

  /** The bindings of wrangler.toml that rooms and inboxes use. */
  #env(): Env {
    const { loop, network, faults } = this;
    const inboxOf = (userId: string) => ({
      deliver: (notices: readonly Notice[]) =>
        network.request<void>(loop.current, faults.fateOf("inbox", loop.now), (reply) =>
          this.inbox(userId).receive((inbox) => inbox.deliver(structuredClone(notices)), reply),
        ),
      holdSession: (...held: Parameters<Inbox["holdSession"]>) =>
        network.request<Awaited<ReturnType<Inbox["holdSession"]>>>(
          loop.current,
          faults.strikes("client") ? "failsBefore" : "well",
          (reply) => this.inbox(userId).receive((inbox) => inbox.holdSession(...held), reply),
        ),
    });
    const env = {
      DB: catalogueOf(this.catalogue, this),
      INBOX: { getByName: inboxOf },
      CURRENCY: "USD",
      LIMIT_SCALE: "100000",
      RELAY_AFTER: "5000",
    };
    return standIn<Env>(env);
  }
}
