import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { settingsResponse } from "../contract/auction.ts";
import { responseSchema } from "../contract/fields.ts";
import worker from "../index.ts";
import { databaseOf } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { requestJson, ORIGIN, expectRefusal, expectRefusalIn, request, someoneSignedIn } from "../testing/http.ts";

it("every response has the security headers", async () => {
  for (const path of ["/settings", "/nowhere", "/user/profile"]) {
    const { headers } = await request(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
      vary: "Cookie",
    });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.has("server") || headers.has("x-powered-by")).toBe(false);
  }
});

it("every response has its own request ID, which clients can't choose", async () => {
  const response = await request("/settings", { headers: { "x-request-id": "mine" } });
  expect(response.headers.get("x-request-id")).not.toBe("mine");
});

it("an unknown URL returns 404 with the error body", async () => {
  await expectRefusal("not_found", 404, "/nowhere");
  await expectRefusal("not_found", 404, "/auction", { method: "POST" });
  await expectRefusal("not_found", 404, "/images/auctions/../../secret");
  await expectRefusal("not_found", 404, `/images/other/${newId()}/${"0".repeat(64)}`);
});

it("a known URL with the wrong method returns 405 and lists the methods", async () => {
  expect(await allowHeaderOf("/auth/login", "GET")).toBe("POST");
  expect(await allowHeaderOf("/settings", "DELETE")).toBe("GET, HEAD");
  expect(await allowHeaderOf(`/bid/editBid/${newId()}-2`, "POST")).toBe("PUT, PATCH");
  expect(await allowHeaderOf(`/user/watchlist/${newId()}`, "PATCH")).toBe("POST, DELETE");
});

it("T23: an unexpected error reveals only that something went wrong", async () => {
  const brokenEnv = { ...env, DB: brokenDatabase("D1_ERROR: no such table: users; SELECT secret") };
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { cookie } = await someoneSignedIn();
  const response = await fetchWith(brokenEnv, "/user/profile", cookie);
  const body = await expectRefusalIn(response, "internal_error", 500);
  expect(body.message).toBe("Something went wrong");
  const lines = log.mock.calls.flat().map(String);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(body.requestId);
  // The log must not contain the parameters of the failed query.
  expect(lines[0]).not.toMatch(/params|[0-9a-f]{64}/);
  log.mockRestore();
});

it("a temporary outage tells the client to try again", async () => {
  const brokenEnv = { ...env, DB: brokenDatabase("D1_ERROR: Network connection lost.") };
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const response = await fetchWith(brokenEnv, "/healthz");
  expect(response.headers.get("retry-after")).toBe("1");
  await expectRefusalIn(response, "busy", 503);
  log.mockRestore();
});

it("with invalid settings, the Worker serves no request and logs which are wrong", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const response = await fetchWith({ ...env, CURRENCY: "dollars" }, "/settings");
  const body = await expectRefusalIn(response, "internal_error", 500);
  expect(JSON.stringify(body)).not.toContain("CURRENCY");
  expect(String(log.mock.calls[0]?.[0])).toContain("CURRENCY");
  log.mockRestore();
});

it("the deployment publishes its settings", async () => {
  const { settings } = await requestJson(settingsResponse, "/settings");
  expect(settings).toEqual({
    currency: "USD",
    minStartingPrice: 100,
    minAuctionSeconds: 60,
    softCloseSeconds: 120,
    maxImageBytes: 10_485_760,
    google: true,
  });
});

it("the deployment is healthy when D1 answers", async () => {
  expect(await requestJson(responseSchema({}), "/healthz")).toMatchObject({ success: true });
});

async function allowHeaderOf(path: string, method: string): Promise<string | null> {
  const response = await request(path, { method });
  await expectRefusalIn(response.clone(), "method_not_allowed", 405);
  return response.headers.get("allow");
}

/** D1 during an outage, which the tests cannot cause in the real one. */
function brokenDatabase(message: string): D1Database {
  const fail = () => Promise.reject(new Error(message));
  const statement = { bind: () => statement, all: fail, run: fail, raw: fail, first: fail };
  return databaseOf((name) => (name === "prepare" ? () => statement : fail));
}

async function fetchWith(bindings: Env, path: string, cookie?: string): Promise<Response> {
  const headers = cookie === undefined ? {} : { cookie };
  const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
  return worker.fetch(new Request(`${ORIGIN}/api/v1${path}`, { headers }), bindings, context);
}
