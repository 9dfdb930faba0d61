/** The Worker with the production rate limits: in other tests they are a thousand times as high. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";

import { app } from "../app.ts";
import { expectDocumented } from "./documented.ts";
import { type Call, ORIGIN } from "./http.ts";

const strict: Env = { ...env, LIMIT_SCALE: "1" };

/** An address that no other test uses. */
export function anAddress(): string {
  const [a, b, c, d] = crypto.getRandomValues(new Uint16Array(4));
  return [a, b, c, d].map((group) => (group ?? 0).toString(16)).join(":") + "::1";
}

export type From = Pick<Call, "method" | "cookie" | "json" | "headers" | "body"> & { readonly address: string };

export async function requestFrom(path: string, { method = "GET", cookie, json, headers, body, address }: From) {
  const all = new Headers({ origin: ORIGIN, "cf-connecting-ip": address, ...headers });
  if (cookie !== undefined) all.set("cookie", cookie);
  if (json !== undefined) all.set("content-type", "application/json");
  const content = json === undefined ? (body ?? null) : JSON.stringify(json);
  const url = `${ORIGIN}/api/v1${path}`;
  const response = await app.fetch(
    new Request(url, { method, headers: all, body: content }),
    strict,
    createExecutionContext(),
  );
  await expectDocumented(method, url, response);
  return response;
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
