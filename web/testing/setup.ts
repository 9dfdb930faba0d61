/** Adds matchers for markup, and keeps tests from affecting each other. */
import { BroadcastChannel } from "node:worker_threads";

import { onlineManager } from "@tanstack/react-query";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "react-toastify/unstyled";
import { afterEach, vi } from "vitest";

// Test files in one process share the libraries. Our own modules start fresh in each file, as on a page load.
vi.resetModules();

/** Generous, because a busy machine is slow and that must not fail a test. */
const EXPECT_TIMEOUT_MS = 20_000;
configure({ asyncUtilTimeout: EXPECT_TIMEOUT_MS });
const { waitFor } = vi;
vi.waitFor = (callback, options = { timeout: EXPECT_TIMEOUT_MS }) => waitFor(callback, options);

afterEach(() => {
  // Unmount first, because what's on screen uses everything else.
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // A test may have gone offline, and the files of a process share this library.
  onlineManager.setOnline(true);
  // Some tests have no browser.
  if (typeof window === "undefined") return;
  localStorage.clear();
  sessionStorage.clear();
});

// happy-dom has no broadcast channels, so each file gets Node's.
Object.assign(globalThis, { BroadcastChannel });

// A test that sets the device's clock does so to let time pass, so the page's clock follows.
vi.mock(import("../browser/page-clock.ts"), () => ({ pageNow: () => Date.now() }));

// happy-dom has the class but can't decode images, so they're sent unchanged, as in a browser that can't scale them.
Reflect.deleteProperty(globalThis, "OffscreenCanvas");
