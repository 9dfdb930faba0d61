import { afterEach, expect, it, vi } from "vitest";

import { fetchBounded } from "./bounded-fetch.ts";
import { TimeoutError } from "./with-timeout.ts";

afterEach(() => vi.unstubAllGlobals());

const TOKEN_URL = "https://provider.example/token";
const KILOBYTE = new Uint8Array(1_024);

/** A service that sends these parts, and then ends its response or sends nothing more. */
function stubFetch(parts: readonly Uint8Array[], { ends }: { ends: boolean }) {
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
    if (signal) signals.push(signal);
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        if (ends) controller.close();
      },
    });
    return new Response(body, { status: 201, headers: { "content-type": "application/json" } });
  });
  return signals;
}

it("a response within its limits passes with its status, headers and body", async () => {
  stubFetch([KILOBYTE, KILOBYTE], { ends: true });
  const response = await fetchBounded(TOKEN_URL, {}, { timeoutMs: 1_000, maxBytes: 2_048 });
  expect(response.status).toBe(201);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect((await response.arrayBuffer()).byteLength).toBe(2_048);
});

it("a response that is one byte too long isn't read to its end", async () => {
  const signals = stubFetch([KILOBYTE, KILOBYTE, new Uint8Array(1)], { ends: false });
  const response = fetchBounded(TOKEN_URL, {}, { timeoutMs: 60_000, maxBytes: 2_048 });
  await expect(response).rejects.toThrow("the response from provider.example has more than 2048 bytes");
  expect(signals[0]?.aborted).toBe(true);
});

it("a response that doesn't finish is canceled, like one that doesn't start", async () => {
  const signals = stubFetch([KILOBYTE], { ends: false });
  await expect(fetchBounded(TOKEN_URL, {}, { timeoutMs: 20, maxBytes: 2_048 })).rejects.toThrow(TimeoutError);
  expect(signals[0]?.aborted).toBe(true);
  vi.stubGlobal("fetch", () => new Promise<never>(() => {}));
  await expect(fetchBounded(TOKEN_URL, {}, { timeoutMs: 20, maxBytes: 2_048 })).rejects.toThrow(TimeoutError);
});
