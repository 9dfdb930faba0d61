/**
 * One in-memory instance of a Durable Object, from when it wakes until it's evicted or crashes. Each turn's writes are
 * committed together, and its messages are held back until that commit. The object inside is the product's own class.
 */
import { standIn } from "../../../worker/testing/stand-in.ts";
import type { Faults } from "./faults.ts";
import { type EventLoop, OUTSIDE, type TimerOwner } from "./loop.ts";
import type { SimulatedNetwork, CallOutcome } from "./network.ts";
import type { ServerEnd } from "./sockets.ts";
import { REPLACED_ERROR, type SimulatedStorage } from "./storage.ts";

export type SimulatedPlatform = {
  readonly loop: EventLoop;
  readonly network: SimulatedNetwork;
  readonly faults: Faults;
};
export type Reply = (outcome: CallOutcome<unknown>) => void;

/** The error from a call whose object has crashed. */
export const RESET_ERROR = new Error("simulated: the object was reset");

/** The methods that an instance calls on the object that outlives it. */
export type InstanceHost = {
  /** Ends this instance. Its memory, its sockets and uncommitted writes are lost. */
  readonly crash: (instance: EndableInstance) => void;
  /** The stored alarm may have changed. */
  readonly onAlarmChange: () => void;
  readonly accept: (end: ServerEnd, sockets: Set<ServerEnd>, tags: readonly string[]) => void;
};
/** The part of an instance that its host needs to end it. */
export type EndableInstance = {
  readonly storage: SimulatedStorage;
  readonly sockets: Set<ServerEnd>;
  die(): void;
};

export class Instance<Durable> implements TimerOwner {
  alive = true;
  readonly skewMs: number;
  readonly storage: SimulatedStorage;
  /** The open sockets. If the previous instance was only put to sleep, this one takes over its sockets. */
  readonly sockets: Set<ServerEnd>;
  readonly #host: InstanceHost;
  readonly #platform: SimulatedPlatform;
  readonly #pendingReplies = new Set<Reply>();
  #object: Durable | null = null;
  #ready: Promise<unknown> = Promise.resolve();
  /** Messages that must not be sent before this turn is stored. */
  #heldMessages: (() => void)[] = [];
  #backgroundCount = 0;

  constructor(host: InstanceHost, storage: SimulatedStorage, sockets: Set<ServerEnd>, platform: SimulatedPlatform) {
    this.#host = host;
    this.storage = storage;
    this.sockets = sockets;
    this.#platform = platform;
    this.skewMs = platform.faults.skewMs();
  }

  get isBusy(): boolean {
    return this.#pendingReplies.size > 0 || this.#backgroundCount > 0;
  }

  get isBuilt(): boolean {
    return this.#object !== null;
  }

  construct(build: (state: DurableObjectState) => Durable): void {
    this.#object = build(this.#state());
  }

  receive(handle: (object: Durable) => Promise<unknown>, reply: Reply): void {
    this.#pendingReplies.add(reply);
    this.#platform.loop.schedule(0, this, () => this.#handle(handle, reply));
  }

  #handle(handle: (object: Durable) => Promise<unknown>, reply: Reply): void {
    const answer = (outcome: CallOutcome<unknown>) =>
      this.sendAfterCommit(() => {
        this.#pendingReplies.delete(reply);
        reply(outcome);
      });
    const work = () =>
      this.#ready.then(() => {
        if (!this.#object) throw new Error("the object could not be built");
        return handle(this.#object);
      });
    work().then(
      (value) => answer({ ok: true, value }),
      (error: unknown) => answer({ ok: false, error: error instanceof Error ? error : new Error(String(error)) }),
    );
  }

  sendAfterCommit(send: () => void): void {
    if (!this.alive) return;
    if (this.storage.dirty) this.#heldMessages.push(send);
    else send();
  }

  endTurn(): void {
    const { storage } = this;
    const { faults } = this.#platform;
    if (storage.wasTouchedAfterReplacement) return this.#host.crash(this);
    if (!storage.dirty) {
      if (faults.strikes("idleCrash", "crash between turns")) this.#host.crash(this);
      return;
    }
    if (faults.strikes("crash", "crash before the commit")) return this.#host.crash(this);
    storage.commit();
    this.#host.onAlarmChange();
    if (faults.strikes("crash", "crash before the answer is sent")) return this.#host.crash(this);
    const held = this.#heldMessages;
    this.#heldMessages = [];
    for (const send of held) send();
  }

  die(): void {
    this.alive = false;
    for (const reply of this.#pendingReplies) {
      this.#platform.loop.schedule(this.#platform.network.latencyMs(), OUTSIDE, () =>
        reply({ ok: false, error: RESET_ERROR }),
      );
    }
    this.#pendingReplies.clear();
  }

  /** The part of `DurableObjectState` that the product uses. */
  #state(): DurableObjectState {
    const host = this.#host;
    const state = {
      storage: this.storage,
      waitUntil: (work: Promise<unknown>) => {
        this.#backgroundCount += 1;
        const done = () => {
          this.#backgroundCount -= 1;
        };
        work.then(done, (error: unknown) => {
          done();
          // A replaced instance may leave work unfinished, because the new instance finishes it.
          if (error !== REPLACED_ERROR) this.#platform.loop.thrownErrors.push(error);
        });
      },
      blockConcurrencyWhile: (work: () => Promise<unknown>) => {
        // An object whose start fails is reset, and the next event finds a new one.
        this.#ready = work().catch((): void => host.crash(this));
        return this.#ready;
      },
      acceptWebSocket: (end: ServerEnd, tags: readonly string[] = []) => host.accept(end, this.sockets, tags),
      getWebSockets: (tag?: string) => openSocketsOf(this.sockets, tag),
      setWebSocketAutoResponse: () => {},
      // Every open client has just sent a ping.
      getWebSocketAutoResponseTimestamp: () => new Date(Date.now()),
    };
    return standIn<DurableObjectState>(state);
  }
}

/** The sockets that aren't closed yet, or only those with this tag. */
export function openSocketsOf(sockets: ReadonlySet<ServerEnd>, tag?: string): ServerEnd[] {
  return Array.from(sockets).filter((end) => end.readyState < 3 && (tag === undefined || end.tags.includes(tag)));
}
