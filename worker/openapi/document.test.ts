import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import { app } from "../app.ts";
import { apiDocumentRead, expectDocumented } from "../testing/documented.ts";
import { ORIGIN, request } from "../testing/http.ts";

/** An auction's page is HTML and not part of the API. */
const PAGE = "/auction/*";

/** Every call that the Worker serves, with its path as in the document. Middleware is registered for all methods. */
function served(): string[] {
  const calls = app.routes
    .filter(({ method, path }) => method !== "ALL" && path !== PAGE)
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^/]*\})?/g, "{$1}")}`);
  return Array.from(new Set(calls));
}

describe("the API's document", () => {
  it("describes exactly the calls that the Worker serves", async () => {
    const { paths } = await apiDocumentRead();
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(served().length).toBeGreaterThan(30);
    expect(documented.toSorted()).toEqual(served().toSorted());
  });

  it("describes the success and the failures of every call", async () => {
    const { paths, components } = await apiDocumentRead();
    expect(components.schemas).toHaveProperty("Failure");
    for (const item of Object.values(paths)) {
      for (const { responses } of Object.values(item)) {
        const statuses = Object.keys(responses);
        expect(statuses.filter((status) => Number(status) < 400)).toHaveLength(1);
        expect(statuses).toEqual(expect.arrayContaining(["429", "500", "503"]));
      }
    }
  });

  it("describes every field of a form, with images as files", async () => {
    const { paths } = await apiDocumentRead();
    const schema = { properties: { title: { type: "string" }, startingPrice: {}, auctionDate: {}, image: {} } };
    expect(paths["/api/v1/auction/createAuction"]?.post).toMatchObject({
      requestBody: { content: { "multipart/form-data": { schema } } },
      security: [{ session: [] }],
    });
    expect(JSON.stringify(paths["/api/v1/auth/signup"]?.post)).toContain('"format":"binary"');
  });
});

describe("the check of responses against the document", () => {
  const healthz = `${ORIGIN}/api/v1/healthz`;
  const good = { success: true, message: "Serving" };
  const refusal = { success: false, message: "No", code: "busy", requestId: "1" };

  it.each<[string, unknown, number]>([
    ["an undocumented field", { ...good, secret: 1 }, 200],
    ["a missing field", { success: true }, 200],
    ["an undocumented status", good, 201],
    ["an undocumented error code", { ...refusal, code: "bid_too_low" }, 503],
    ["an undocumented field in a failure", { ...refusal, stack: "at …" }, 503],
  ])("refuses %s", async (_, body, status) => {
    await expect(expectDocumented("GET", healthz, Response.json(body, { status }))).rejects.toThrow(/GET/);
  });

  it("accepts documented responses", async () => {
    await expectDocumented("GET", healthz, Response.json(good));
    await expectDocumented("GET", healthz, Response.json(refusal, { status: 503 }));
    await expect(expectDocumented("GET", `${healthz}/x`, Response.json(good))).rejects.toThrow(/not documented/);
  });
});

describe("the API's page", () => {
  it("shows every call, without scripts and external styles", async () => {
    const response = await request("/docs");
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    const text = await response.text();
    for (const call of served()) expect(text).toContain(`${call}</h3>`);
    expect(text).not.toMatch(/<script|<link|<img|src=|url\(|style=/);
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    expect(response.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  it("has the security headers of every response", async () => {
    const { headers, status } = await exports.default.fetch(`${ORIGIN}/api/v1/docs`);
    expect(status).toBe(200);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});
