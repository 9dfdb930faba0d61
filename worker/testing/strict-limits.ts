/** The Worker with the production rate limits. In other tests they are a thousand times as high. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";

import { app } from "../app.ts";
import { CLOSE_TRY_LATER, parseTryLaterReason } from "../contract/close-codes.ts";
import { PER_PERSON } from "../rate-limits/limits.ts";
import { MemoryLimiter } from "../rate-limits/memory-limiter.ts";
import type { LimitWindow } from "../rate-limits/windows.ts";
import { expectDocumented } from "./documented.ts";
import { type TestCall, requestOf } from "./http.ts";

const strictEnv: Env = { ...env, LIMIT_SCALE: "1" };
/** Turns on the human check, with a stand-in for Turnstile (scripts/server/turnstile.ts). */
export const TURNSTILE = { TURNSTILE_SITE_KEY: "local-site-key", TURNSTILE_SECRET: "known to the tests alone" };
export const envWithHumanCheck: Env = { ...strictEnv, ...TURNSTILE };

/** An IPv4 address that no other test uses. */
export function anIpv4Address(): string {
  return `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`;
}

/** An IPv6 address in a /64 that no other test uses. */
export function anIpv6Address(): string {
  const [a, b, c, d] = crypto.getRandomValues(new Uint16Array(4));
  return [a, b, c, d].map((group) => (group ?? 0).toString(16)).join(":") + "::1";
}

export type CallFrom = Pick<TestCall, "method" | "cookie" | "json" | "form" | "headers" | "body"> & {
  readonly address: string;
  readonly bindings?: Env;
};

export async function requestFrom(path: string, from: CallFrom) {
  const { address, bindings = strictEnv, headers, ...call } = from;
  const request = requestOf(path, { ...call, headers: { "cf-connecting-ip": address, ...headers } });
  const response = await app.fetch(request, bindings, createExecutionContext());
  await expectDocumented(request.method, request.url, response);
  return response;
}

/**
 * Sends one call, and counts it in memory as `times` calls. Sending hundreds would take most of these tests' time.
 */
export async function sendCountedAs(times: number, send: () => Promise<Response>): Promise<Response> {
  // oxlint-disable-next-line typescript/unbound-method -- called with its limiter
  const { count } = MemoryLimiter.prototype;
  const countSpy = vi.spyOn(MemoryLimiter.prototype, "count").mockImplementation(function (
    this: MemoryLimiter,
    ...use: Parameters<typeof count>
  ) {
    for (let counted = 1; counted < times; counted += 1) count.apply(this, use);
    return count.apply(this, use);
  });
  try {
    return await send();
  } finally {
    countSpy.mockRestore();
  }
}

/** Uses up this much of a person's limit, in all of its windows or only in these. */
export async function useUp(
  personId: string,
  name: keyof typeof PER_PERSON,
  cost: number,
  windows: readonly LimitWindow[] = PER_PERSON[name],
): Promise<void> {
  expect(await env.LIMITS.getByName(`person ${personId}`).count([{ name, cost, windows }])).toBe(0);
}

/** The seconds to wait if an upgrade was refused for too many requests. Null for a socket that stays open. */
export async function secondsUntilRetry({ webSocket }: Response): Promise<number | null> {
  if (!webSocket) throw new Error("no socket");
  const closed = new Promise<CloseEvent>((resolve) => webSocket.addEventListener("close", resolve));
  const received = new Promise<null>((resolve) => webSocket.addEventListener("message", () => resolve(null)));
  webSocket.accept();
  const event = await Promise.race([closed, received]);
  if (event === null) return null;
  expect(event.code).toBe(CLOSE_TRY_LATER);
  return parseTryLaterReason(event.reason);
}

/** Expects a rate-limit refusal, and returns the seconds to wait, which header and body must agree on. */
export async function expectTooMany(response: Response): Promise<number> {
  expect(response.status).toBe(429);
  const body: unknown = await response.json();
  expect(body).toMatchObject({ success: false, code: "too_many_requests" });
  const seconds = Number(response.headers.get("retry-after"));
  expect(body).toMatchObject({ retryAfter: seconds });
  expect(seconds).toBeGreaterThan(0);
  return seconds;
}
