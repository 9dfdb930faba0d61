/**
 * The event loop of a simulated world. Time moves only when the next task starts. As in a real event loop, a turn is
 * one task and the microtasks that follow from it. Then the task's owner ends the turn.
 */

/** The owner of a task. Once an owner has died, its tasks are dropped, as in a crash. */
export type TimerOwner = {
  readonly alive: boolean;
  /** How far this owner's clock is off, in milliseconds. */
  readonly skewMs: number;
  /** Sends a message once all earlier writes are stored (the output gate). */
  sendAfterCommit(send: () => void): void;
  /** Called when the turn is over. This is when the owner commits its writes, and when it can crash. */
  endTurn(): void;
};

/** The owner of everything outside the simulated objects: clients, the network, the platform. */
export const OUTSIDE: TimerOwner = { alive: true, skewMs: 0, sendAfterCommit: (send) => send(), endTurn: () => {} };

type Task = { readonly at: number; readonly order: number; readonly owner: TimerOwner; readonly run: () => void };

/** The real `setImmediate`, saved before the globals are replaced. It lets a turn's microtasks run. */
const realSetImmediate = globalThis.setImmediate;

export class EventLoop {
  /** Epoch ms. Fractions order events within one millisecond. */
  now: number;
  current: TimerOwner = OUTSIDE;
  /** Errors thrown into the loop. There should be none. */
  readonly thrownErrors: unknown[] = [];
  turns = 0;
  /** The waiting tasks, in the order in which they'll run. */
  readonly #tasks: Task[] = [];
  readonly #cancelled = new Set<number>();
  #order = 0;
  stopped = false;

  constructor(now: number) {
    this.now = now;
  }

  /** The clock that the current owner reads, in whole epoch ms. */
  readClock(): number {
    return Math.floor(this.now) + this.current.skewMs;
  }

  /**
   * Runs a task after `delayMs`. Tasks due at the same time run in the order they were added. Returns the
   * number for `cancel`.
   */
  schedule(delayMs: number, owner: TimerOwner, run: () => void): number {
    this.#order += 1;
    const at = this.now + Math.max(0, delayMs);
    const before = this.#tasks.findLastIndex((task) => task.at <= at);
    this.#tasks.splice(before + 1, 0, { at, order: this.#order, owner, run });
    return this.#order;
  }

  cancel(order: number): void {
    this.#cancelled.add(order);
  }

  /** Ends the run after this turn. */
  stop(): void {
    this.stopped = true;
  }

  /** Runs one task after another until the loop is stopped, runs out of tasks, or has run this many turns. */
  async run(maxTurns: number): Promise<void> {
    while (this.turns < maxTurns && !this.stopped) {
      const task = this.#tasks.shift();
      if (!task) return;
      if (this.#cancelled.delete(task.order) || !task.owner.alive) continue;
      this.now = task.at;
      await this.#turn(task);
    }
  }

  /** How many tasks are waiting for an owner. A room with waiting tasks doesn't go to sleep. */
  countWaitingTasks(owner: TimerOwner): number {
    return this.#tasks.filter((task) => task.owner === owner && !this.#cancelled.has(task.order)).length;
  }

  async #turn({ owner, run }: Task): Promise<void> {
    this.turns += 1;
    this.current = owner;
    try {
      run();
    } catch (error) {
      this.thrownErrors.push(error);
    }
    await new Promise((resolve) => realSetImmediate(resolve));
    this.current = OUTSIDE;
    if (owner.alive) owner.endTurn();
  }
}
