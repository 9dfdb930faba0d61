import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import { app } from "../app.ts";
import { apiDocumentRead, expectDocumented } from "../testing/documented.ts";
import { ORIGIN, request } from "../testing/http.ts";

/** An auction's own page is HTML for people, no call. */
const PAGE = "/auction/*";

/** Every call that the Worker serves, as the document writes its path. Middleware is registered for all methods. */
function served(): string[] {
  const calls = app.routes
    .filter(({ method, path }) => method !== "ALL" && path !== PAGE)
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^/]*\})?/g, "{$1}")}`);
  return Array.from(new Set(calls));
}

describe("the API's document", () => {
  it("has an entry for every call and for nothing else", async () => {
    const { paths } = await apiDocumentRead();
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(served().length).toBeGreaterThan(30);
    expect(documented.toSorted()).toEqual(served().toSorted());
  });

  it("says of every call what it answers and how it can fail", async () => {
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

  it("names every field of a form, the picture as a file", async () => {
    const { paths } = await apiDocumentRead();
    const schema = { properties: { title: { type: "string" }, startingPrice: {}, auctionDate: {}, image: {} } };
    expect(paths["/api/v1/auction/createAuction"]?.post).toMatchObject({
      requestBody: { content: { "multipart/form-data": { schema } } },
      security: [{ session: [] }],
    });
    expect(JSON.stringify(paths["/api/v1/auth/signup"]?.post)).toContain('"format":"binary"');
  });
});

describe("an answer that the document does not know", () => {
  const healthz = `${ORIGIN}/api/v1/healthz`;
  const good = { success: true, message: "Serving" };
  const refusal = { success: false, message: "No", code: "busy", requestId: "1" };

  it.each<[string, unknown, number]>([
    ["a field too many", { ...good, secret: 1 }, 200],
    ["a field too few", { success: true }, 200],
    ["a status that is not listed", good, 201],
    ["a code that this call does not have", { ...refusal, code: "bid_too_low" }, 503],
    ["a failure with a field of its own", { ...refusal, stack: "at …" }, 503],
  ])("fails the test that meets it: %s", async (_, body, status) => {
    await expect(expectDocumented("GET", healthz, Response.json(body, { status }))).rejects.toThrow(/GET/);
  });

  it("is told from one that it knows", async () => {
    await expectDocumented("GET", healthz, Response.json(good));
    await expectDocumented("GET", healthz, Response.json(refusal, { status: 503 }));
    await expect(expectDocumented("GET", `${healthz}/x`, Response.json(good))).rejects.toThrow(/not documented/);
  });
});

describe("the API's page", () => {
  it("shows every call to people, and needs nothing else: no script, no style but its own", async () => {
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

  it("comes with the headers of every answer", async () => {
    const { headers, status } = await exports.default.fetch(`${ORIGIN}/api/v1/docs`);
    expect(status).toBe(200);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});
