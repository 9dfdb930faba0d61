/** Adds matchers for markup, and leaves nothing of a test to the next one. */
import { BroadcastChannel } from "node:worker_threads";

import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "react-toastify/unstyled";
import { afterEach, vi } from "vitest";

// The files of a process share the libraries. Our own modules begin anew in each, as in a page that is loaded.
vi.resetModules();

/** Generous, because a busy machine is slow and that must not fail a test. */
const EXPECT_TIMEOUT_MS = 20_000;
configure({ asyncUtilTimeout: EXPECT_TIMEOUT_MS });
const { waitFor } = vi;
vi.waitFor = (callback, options = { timeout: EXPECT_TIMEOUT_MS }) => waitFor(callback, options);

afterEach(() => {
  // First: what is on screen uses the rest.
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Some tests have no browser.
  if (typeof window === "undefined") return;
  localStorage.clear();
  sessionStorage.clear();
});

// The context of a file has what happy-dom has, and that has no such channels.
Object.assign(globalThis, { BroadcastChannel });

// Tests set the device's clock to come to another time, not to set it: the page's clock follows.
vi.mock(import("../api/page-clock.ts"), () => ({ pageNow: () => Date.now() }));

// happy-dom has the class but decodes no picture: pictures are sent as they are, as by a browser that cannot scale
// them.
Reflect.deleteProperty(globalThis, "OffscreenCanvas");
