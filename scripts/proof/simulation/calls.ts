/**
 * Counts the calls that one event of an object makes to D1, R2 and other objects, including calls from timers that the
 * event set. The platform allows 1,000 calls per event (`docs/security.md`).
 */
import { AsyncLocalStorage } from "node:async_hooks";

const events = new AsyncLocalStorage<{ readonly name: string; calls: number }>();

export class CallCount {
  /** The event with the most calls. */
  most = { name: "none", calls: 0 };

  /** Runs the work of one event. */
  event<Value>(name: string, work: () => Value): Value {
    return events.run({ name, calls: 0 }, work);
  }

  count(): void {
    const event = events.getStore();
    if (!event) return;
    event.calls += 1;
    if (event.calls > this.most.calls) this.most = event;
  }

  /** Wraps a timer's work, so that its calls count toward the event that set the timer. */
  static bind(work: () => void): () => void {
    return AsyncLocalStorage.bind(work);
  }
}
