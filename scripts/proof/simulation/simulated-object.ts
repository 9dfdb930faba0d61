/**
 * Simulates the platform for one Durable Object: wakes it, delivers events, runs its alarm at least once, evicts it,
 * and lets it crash. Its storage outlives each instance. Its sockets outlive an eviction, but not a crash.
 */
import { standIn } from "../../../worker/testing/stand-in.ts";
import {
  type EndableInstance,
  type InstanceHost,
  Instance,
  openSocketsOf,
  type Reply,
  RESET_ERROR,
  type SimulatedPlatform,
} from "./instance.ts";
import { OUTSIDE } from "./loop.ts";
import type { CallOutcome } from "./network.ts";
import type { ServerEnd } from "./sockets.ts";
import { SimulatedStorage } from "./storage.ts";

/**
 * The platform retries a failing alarm six times. The first wait is two seconds, and each later one is twice as long.
 */
export const ALARM_RETRY_MS = 2_000;
const ALARM_RETRIES = 6;

/** A replaced instance ends after this time, even if it gets no requests. */
const REPLACED_MS = 30_000;
/** The share of requests that still reach a replaced instance. */
const REPLACED_SHARE = 0.4;

/** The handlers that the simulation calls on an object. */
export type ObjectHandlers = {
  alarm?(): void | Promise<void>;
  webSocketMessage?(socket: WebSocket, message: string): void | Promise<void>;
};

export class SimulatedObject<Handlers extends ObjectHandlers> {
  readonly name: string;
  readonly #platform: SimulatedPlatform;
  readonly #build: (state: DurableObjectState) => Handlers;
  storage: SimulatedStorage;
  sockets = new Set<ServerEnd>();
  #instance: Instance<Handlers> | null = null;
  /** The previous instance, until its first use of the storage fails. */
  #replacedInstance: Instance<Handlers> | null = null;
  #timer: { readonly at: number; readonly order: number } | null = null;
  #isAlarmFiring = false;
  #failedAlarms = 0;

  /** `name` describes the object's class in messages. */
  constructor(
    platform: SimulatedPlatform,
    name: string,
    build: (state: DurableObjectState) => Handlers,
    storage?: SimulatedStorage,
  ) {
    this.#platform = platform;
    this.name = name;
    this.#build = build;
    const diskFails = () => platform.faults.strikes("disk");
    this.storage = storage ?? new SimulatedStorage(diskFails);
    this.storage.diskFails = diskFails;
  }

  /**
   * Delivers an event to the object. If the object crashes before its answer is sent, the caller gets a broken
   * connection.
   */
  receive<Value>(handle: (object: Handlers) => Promise<Value>, reply: (outcome: CallOutcome<Value>) => void): void {
    const old = this.#replacedInstance && this.#platform.faults.affects(REPLACED_SHARE) ? this.#replacedInstance : null;
    // This reply accepts exactly the type that the handler returns.
    (old ?? this.#ensureInstance()).receive(handle, standIn<Reply>(reply));
  }

  receiveText(end: ServerEnd, text: string): void {
    this.#instanceOf(end).receive(
      async (object) => object.webSocketMessage?.(standIn<WebSocket>(end), text),
      () => {},
    );
  }

  /**
   * Starts a second instance that takes over the storage while the first one keeps running. The first one doesn't
   * notice until it uses its storage, and some requests still reach it. Returns whether an instance was replaced.
   */
  replace(): boolean {
    const instance = this.#instance;
    if (!instance?.isBuilt || this.#replacedInstance || this.#isAlarmFiring || this.storage.dirty) return false;
    this.#replacedInstance = instance;
    this.#instance = null;
    this.storage = instance.storage.takeOver();
    this.sockets = new Set();
    this.#platform.loop.schedule(REPLACED_MS, OUTSIDE, () => this.#end(instance));
    this.#ensureInstance();
    return true;
  }

  /** Drops the memory of an idle object but keeps its sockets open. Returns whether the object was idle. */
  evict(): boolean {
    const instance = this.#instance;
    if (!instance || instance.isBusy || this.#isAlarmFiring || this.#platform.loop.countWaitingTasks(instance) > 0)
      return false;
    instance.alive = false;
    this.#instance = null;
    return true;
  }

  /** Crashes the object. It loses its memory and uncommitted writes, and waiting callers see the connection break. */
  crash(): void {
    if (this.#instance) this.#end(this.#instance);
  }

  #end(instance: EndableInstance): void {
    if (instance === this.#instance) this.#instance = null;
    else if (instance === this.#replacedInstance) this.#replacedInstance = null;
    else return;
    instance.storage.rollback();
    for (const end of openSocketsOf(instance.sockets)) end.break();
    instance.sockets.clear();
    instance.die();
  }

  loseAlarm(): void {
    const { loop } = this.#platform;
    if (this.storage.dirty || this.storage.alarm() === null) return;
    void this.storage.deleteAlarm();
    this.storage.commit();
    if (this.#timer) loop.cancel(this.#timer.order);
    this.#timer = null;
  }

  /** Fires the alarm when it isn't due: a second time, or too early. */
  fireExtraAlarm(): void {
    this.#ensureInstance().receive(
      async (object) => object.alarm?.(),
      () => {},
    );
  }

  /** Sets the timer to the stored alarm. */
  #updateTimer(): void {
    if (this.#isAlarmFiring) return;
    const { loop, faults, network } = this.#platform;
    const at = this.storage.alarm();
    if (this.#timer && this.#timer.at === at) return;
    if (this.#timer) loop.cancel(this.#timer.order);
    this.#timer = null;
    if (at === null) return;
    const lateMs = network.latencyMs() + (faults.strikes("alarm", "alarm late") ? network.latencyMs() * 2_000 : 0);
    const order = loop.schedule(Math.max(0, at - loop.now) + lateMs, OUTSIDE, () => {
      this.#timer = null;
      if (faults.strikes("alarm", "alarm twice")) this.fireExtraAlarm();
      this.#fireAlarm();
    });
    this.#timer = { at, order };
  }

  #fireAlarm(): void {
    this.#isAlarmFiring = true;
    this.storage.isAlarmRunning = true;
    this.#ensureInstance().receive(
      async (object) => {
        await object.alarm?.();
        if (this.storage.isAlarmRunning) await this.storage.deleteAlarm();
        this.#failedAlarms = 0;
      },
      (outcome) => {
        this.storage.isAlarmRunning = false;
        if (!outcome.ok) return this.#retryAlarm(outcome.error);
        this.#isAlarmFiring = false;
        this.#updateTimer();
      },
    );
  }

  /** Retries an alarm whose handler threw, up to six times. A crash doesn't count as one of them. */
  #retryAlarm(reason: Error): void {
    this.#isAlarmFiring = false;
    if (reason !== RESET_ERROR) this.#failedAlarms += 1;
    if (this.storage.alarm() === null) return;
    if (this.#failedAlarms > ALARM_RETRIES) {
      this.#failedAlarms = 0;
      return this.loseAlarm();
    }
    const delayMs = ALARM_RETRY_MS * 2 ** Math.max(0, this.#failedAlarms - 1);
    const at = this.storage.alarm() ?? 0;
    this.#timer = {
      at,
      order: this.#platform.loop.schedule(delayMs, OUTSIDE, () => ((this.#timer = null), this.#fireAlarm())),
    };
  }

  /** The instance that has this socket. */
  #instanceOf(end: ServerEnd): Instance<Handlers> {
    return this.#replacedInstance?.sockets.has(end) ? this.#replacedInstance : this.#ensureInstance();
  }

  #ensureInstance(): Instance<Handlers> {
    const current = this.#instance;
    if (current) return current;
    const host: InstanceHost = {
      crash: (ending) => this.#end(ending),
      onAlarmChange: () => this.#updateTimer(),
      accept: (end, sockets, tags) => {
        end.tags = tags;
        end.client.holder = this;
        sockets.add(end);
      },
    };
    const instance = new Instance<Handlers>(host, this.storage, this.sockets, this.#platform);
    this.#instance = instance;
    this.#platform.loop.schedule(0, instance, () => instance.construct(this.#build));
    return instance;
  }
}
