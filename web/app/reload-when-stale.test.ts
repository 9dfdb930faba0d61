import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { reloadIfStale, reloadOnceWhenStale } from "./reload-when-stale.ts";

reloadOnceWhenStale();

let reloads: number;

beforeEach(() => {
  reloads = 0;
  vi.spyOn(location, "reload").mockImplementation(() => void (reloads += 1));
});
afterEach(() => document.body.replaceChildren());

/** Whether the page reloads itself once a part of it is gone. If it doesn't, the import fails. */
function reloadsOnMissingChunk(html = ""): boolean {
  document.body.innerHTML = html;
  const event = new Event("vite:preloadError", { cancelable: true });
  const before = reloads;
  dispatchEvent(event);
  expect(event.defaultPrevented).toBe(reloads > before);
  return event.defaultPrevented;
}

it("a page with a missing chunk reloads itself at most once per minute", () => {
  expect(reloadsOnMissingChunk()).toBe(true);
  expect(reloadsOnMissingChunk()).toBe(false);
});

it.each([
  ["a text field", '<form><input type="email" value="ann@example.com" /></form>'],
  ["a text area", "<form><textarea>Oak, four drawers</textarea></form>"],
])("a missing chunk doesn't reload a page that holds typed input: %s", (_what, html) => {
  expect(reloadsOnMissingChunk(html)).toBe(false);
});

it("navigating to a missing chunk reloads the page despite unsaved input", () => {
  expect(reloadsOnMissingChunk("<form><textarea>Oak, four drawers</textarea></form>")).toBe(false);
  reloadIfStale();
  expect(reloads).toBe(1);
});

it("a missing chunk reloads a page with only checked boxes and empty fields", () => {
  expect(
    reloadsOnMissingChunk('<form><input /><input type="checkbox" checked /><input type="radio" value="all" /></form>'),
  ).toBe(true);
});

it("a missing chunk doesn't reload a page with blocked storage", () => {
  vi.spyOn(globalThis, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("", "SecurityError");
  });
  expect(reloadsOnMissingChunk()).toBe(false);
});

it("a missing chunk doesn't reload a page that's offline", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(reloadsOnMissingChunk()).toBe(false);
});
