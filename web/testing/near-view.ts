/** Fakes whether the screen is near a part of the page, because these tests have no layout. */
import { vi } from "vitest";

/** Everything is near the screen from the start. */
export function stubNearView(): void {
  class NearObserver {
    readonly #report: IntersectionObserverCallback;
    constructor(report: IntersectionObserverCallback) {
      this.#report = report;
    }
    observe(target: Element): void {
      const entry = { isIntersecting: true, target } as IntersectionObserverEntry;
      this.#report([entry], this as unknown as IntersectionObserver);
    }
    disconnect(): void {}
  }
  vi.stubGlobal("IntersectionObserver", NearObserver);
}
