/**
 * Calls to other services that a request waits for. `fetch` alone waits for as long as the service takes, and reads
 * everything it sends into the memory that all requests of an isolate share.
 */
import { withTimeout } from "./with-timeout.ts";

/** For the whole response, including its body. */
type FetchBounds = { readonly timeoutMs: number; readonly maxBytes: number };

/**
 * The limits for a service's JSON response, which is a few kilobytes. The time is short, because a person waits for it.
 */
export const JSON_BOUNDS: FetchBounds = { timeoutMs: 5_000, maxBytes: 64 * 1_024 };

/**
 * `fetch` without following redirects. Rejects if the response isn't complete in time (`TimeoutError`), or is larger
 * than allowed, and then cancels the rest.
 */
export async function fetchBounded(
  url: string,
  init: Omit<RequestInit, "signal" | "redirect">,
  { timeoutMs, maxBytes }: FetchBounds,
): Promise<Response> {
  const controller = new AbortController();
  try {
    return await withTimeout(
      fetchWhole(url, { ...init, redirect: "manual", signal: controller.signal }, maxBytes),
      timeoutMs,
    );
  } finally {
    controller.abort();
  }
}

async function fetchWhole(url: string, init: RequestInit, maxBytes: number): Promise<Response> {
  const { status, headers, body } = await fetch(url, init);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new Error(`the response from ${new URL(url).host} has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  // Some statuses can't have a body, not even an empty one.
  return new Response(length > 0 ? new Blob(chunks) : null, { status, headers });
}
