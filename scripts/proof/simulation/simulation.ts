/**
 * One simulated world: rooms, relays, inboxes, limiters and D1. The objects are the product's own and run on a
 * simulated platform. Every random choice comes from one seed. There are no images, which have their own tests with the
 * real R2.
 */
import { Inbox } from "../../../worker/inbox/inbox.ts";
import { SCHEMA_STEPS } from "../../../worker/inbox/schema.ts";
import { migrate } from "../../../worker/platform/migrate.ts";
import { Limiter } from "../../../worker/rate-limits/limiter.ts";
import { AuctionRoom } from "../../../worker/room/auction-room.ts";
import { AudienceRelay } from "../../../worker/room/live/relay.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { Random } from "../../seed/random.ts";
import { type SimulatedDatabase, databaseOf } from "./database.ts";
import { type Fate, Faults, profileOf } from "./faults.ts";
import { Features } from "./features.ts";
import { EventLoop, OUTSIDE } from "./loop.ts";
import { SimulatedNetwork } from "./network.ts";
import { SimulatedObject, type ObjectHandlers } from "./simulated-object.ts";
import { SimulatedStorage } from "./storage.ts";
import { namespaceOf } from "./stubs.ts";

/** 2026-01-01T00:00:00Z. Any other time would work too. */
const STARTS_AT = 1_767_225_600_000;

const MAX_TRIES = 5;

/** Logs each notification that an inbox accepts, in the same transaction, so that the judge can count them. */
const ACCEPTED_LOG_SQL = `CREATE TABLE IF NOT EXISTS sim_taken (
    id TEXT NOT NULL, kind TEXT NOT NULL, auction_id TEXT NOT NULL, at INTEGER NOT NULL, count INTEGER NOT NULL
  );
  CREATE TRIGGER IF NOT EXISTS sim_take AFTER INSERT ON notifications BEGIN
    INSERT INTO sim_taken VALUES (new.id, new.kind, new.auction_id, new.at, new.count);
  END;
  CREATE TRIGGER IF NOT EXISTS sim_take_again AFTER UPDATE OF id ON notifications BEGIN
    INSERT INTO sim_taken VALUES (new.id, new.kind, new.auction_id, new.at, new.count);
  END;`;

/** Inboxes of finished simulations, for reuse. */
const reusableInboxes: SimulatedStorage[] = [];

/**
 * An empty inbox that already has its tables, because creating them takes 10% of a simulation's time. Even the
 * first simulation uses such inboxes. An inbox that created its own tables would draw faults while doing so, and the
 * same seed would play out differently.
 */
function emptyInbox(): SimulatedStorage {
  const used = reusableInboxes.pop();
  if (used) return used;
  const storage = new SimulatedStorage(() => false);
  migrate(standIn<DurableObjectStorage>(storage), SCHEMA_STEPS);
  storage.sql.exec(ACCEPTED_LOG_SQL);
  storage.commit();
  return storage;
}

/** The methods that rooms call on inboxes. */
const METHODS_CALLED_BY_ROOMS: ReadonlySet<string> = new Set(["deliver", "recordJoin", "checkBidder"]);

export class Simulation {
  readonly seed: number;
  readonly random: Random;
  readonly faults: Faults;
  readonly features: Features;
  readonly loop = new EventLoop(STARTS_AT);
  /** The lines that the product logged. */
  readonly logLines: string[] = [];
  readonly network: SimulatedNetwork;
  readonly db: SimulatedDatabase;
  readonly rooms = new Map<string, SimulatedObject<AuctionRoom>>();
  readonly relays = new Map<string, SimulatedObject<AudienceRelay>>();
  readonly inboxes = new Map<string, SimulatedObject<Inbox>>();
  readonly limiters = new Map<string, SimulatedObject<Limiter>>();
  /** The bindings of the Worker. */
  readonly env: Env;
  readonly #roomEnv: Env;
  /** Prints every event, for debugging one seed. */
  readonly trace: (...words: unknown[]) => void;

  constructor(seed: number, db: SimulatedDatabase, trace: (...words: unknown[]) => void = () => {}) {
    this.seed = seed;
    this.random = new Random(seed);
    this.faults = new Faults(profileOf(seed), this.random);
    this.features = new Features(seed);
    this.network = new SimulatedNetwork(this.loop, this.random);
    this.db = db;
    this.trace = trace;
    const { faults, loop } = this;
    this.env = this.#env(() => faults.fateOfCall("D1"));
    // Only rooms set a timeout on each request to D1 here, so only those requests may hang.
    this.#roomEnv = this.#env(() => faults.fateOf("D1", loop.now));
  }

  room(auctionId: string): SimulatedObject<AuctionRoom> {
    const { roomLimits } = this.features;
    const build = (state: DurableObjectState) => new AuctionRoom(state, this.#roomEnv, undefined, roomLimits);
    return getOrCreate(this.rooms, auctionId, () => new SimulatedObject(this, "room", build));
  }

  relay(name: string): SimulatedObject<AudienceRelay> {
    return getOrCreate(
      this.relays,
      name,
      () => new SimulatedObject(this, "relay", (state) => new AudienceRelay(state, this.env)),
    );
  }

  limiter(name: string): SimulatedObject<Limiter> {
    return getOrCreate(
      this.limiters,
      name,
      () => new SimulatedObject(this, "limiter", (state) => new Limiter(state, this.env)),
    );
  }

  inbox(userId: string): SimulatedObject<Inbox> {
    const { roomLimits, callLimits } = this.features;
    return getOrCreate(this.inboxes, userId, () => {
      const build = (state: DurableObjectState) => {
        const inbox = new Inbox(state, this.env, undefined, callLimits, roomLimits.noticesPerRecipient);
        state.storage.sql.exec(ACCEPTED_LOG_SQL);
        return inbox;
      };
      return new SimulatedObject(this, "inbox", build, emptyInbox());
    });
  }

  /** All objects that have received a request, with what the platform can do to them. */
  get hosts(): readonly Pick<SimulatedObject<ObjectHandlers>, "name" | "evict" | "replace" | "crash">[] {
    return [this.rooms, this.relays, this.inboxes, this.limiters].flatMap((hosts) => [...hosts.values()]);
  }

  /** A client's request to an object. */
  call<Handlers extends ObjectHandlers, Value>(
    host: SimulatedObject<Handlers>,
    work: (object: Handlers) => Promise<Value>,
  ): Promise<Value> {
    const fate = this.faults.strikes("client") ? this.random.pick(["failsBefore", "failsAfter"] as const) : "succeeds";
    return this.network.request<Value>(OUTSIDE, fate, (reply) => host.receive(work, reply));
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.loop.schedule(ms, OUTSIDE, resolve));
  }

  /** Retries as a sender does, up to five tries in total. Returns whether one succeeded. */
  async retry(work: () => Promise<unknown>, isWanted: () => boolean = () => true): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES && isWanted(); tries += 1) {
      try {
        await work();
        return true;
      } catch (error) {
        this.trace("failed", String(error));
        await this.sleep(200);
      }
    }
    return false;
  }

  close(): void {
    for (const hosts of [this.rooms, this.relays, this.limiters]) {
      for (const { storage } of hosts.values()) storage.close();
    }
    for (const { storage } of this.inboxes.values()) {
      storage.wipe();
      reusableInboxes.push(storage);
    }
  }

  /** The bindings and settings in wrangler.toml that the simulated parts use. */
  #env(d1Fate: () => Fate): Env {
    const { faults, loop, features } = this;
    const deliveryFate = (method: string): Fate =>
      METHODS_CALLED_BY_ROOMS.has(method) ? faults.fateOf("inbox", loop.now) : faults.fateOfCall("inbox");
    const callFate = (name: string) => () => faults.fateOfCall(name);
    const env = {
      DB: databaseOf(this.db, this, d1Fate),
      IMAGE_BUCKET: { list: async () => ({ objects: [], truncated: false }), delete: async () => {} },
      AUCTION_ROOM: namespaceOf(this, (id) => this.room(id), callFate("room")),
      AUDIENCE_RELAY: namespaceOf(this, (name) => this.relay(name), callFate("relay")),
      INBOX: namespaceOf(this, (id) => this.inbox(id), deliveryFate),
      LIMITS: namespaceOf(this, (name) => this.limiter(name), callFate("limiter")),
      CURRENCY: "USD",
      SESSION_KEY: "of the simulation alone, which signs none",
      NEW_BIDDER_AMOUNT: "0",
      NEW_BIDDER_AUCTIONS: "0",
      LIMIT_SCALE: features.has("limits") ? "1" : "100000",
      RELAY_AFTER: features.has("relays") ? "1" : "5000",
    };
    return standIn<Env>(env);
  }
}

function getOrCreate<Name, Value>(values: Map<Name, Value>, name: Name, make: () => Value): Value {
  let value = values.get(name);
  if (value === undefined) {
    value = make();
    values.set(name, value);
  }
  return value;
}
