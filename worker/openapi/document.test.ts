import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { z } from "zod";

import { app } from "../app.ts";
import { readApiDocument, expectDocumented } from "../testing/documented.ts";
import { ORIGIN, request } from "../testing/http.ts";
import { type ApiSchema, validatorOf } from "./examples.ts";

const apiSchema = z.custom<ApiSchema>((value) => typeof value === "object" && value !== null);
const apiParameter = z.looseObject({
  name: z.string(),
  required: z.boolean().optional(),
  schema: apiSchema,
  example: z.unknown().optional(),
});
const apiBody = z.looseObject({
  content: z.record(z.string(), z.object({ schema: apiSchema, example: z.unknown().optional() })),
});
const pathsSchema = z.record(
  z.string(),
  z.record(
    z.string(),
    z.looseObject({ parameters: z.array(apiParameter).optional(), requestBody: apiBody.optional() }),
  ),
);
const componentsSchema = z.looseObject({ schemas: z.record(z.string(), apiSchema) });

/** Pages are HTML and not part of the API. */
const API = /^\/(?:api|\.well-known)\//;

/** Every call that the Worker serves, with its path as in the document. Middleware is registered for all methods. */
function servedCalls(): string[] {
  const calls = app.routes
    .filter(({ method, path }) => method !== "ALL" && API.test(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^/]*\})?/g, "{$1}")}`);
  return Array.from(new Set(calls));
}

it("the API document describes exactly the calls that the Worker serves", async () => {
  const { paths } = await readApiDocument();
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(servedCalls().length).toBeGreaterThan(30);
  expect(documented.toSorted()).toEqual(servedCalls().toSorted());
});

it("the API document describes the success and the errors of every call", async () => {
  const { paths, components } = await readApiDocument();
  expect(components.schemas).toHaveProperty("Failure");
  for (const item of Object.values(paths)) {
    for (const { responses } of Object.values(item)) {
      const statuses = Object.keys(responses);
      expect(statuses.filter((status) => Number(status) < 400)).toHaveLength(1);
      expect(statuses).toEqual(expect.arrayContaining(["429", "500", "503"]));
    }
  }
});

it("the API document describes every field of a form, with images as files", async () => {
  const { paths } = await readApiDocument();
  const schema = { properties: { title: { type: "string" }, startingPrice: {}, auctionDate: {}, image: {} } };
  expect(paths["/api/v1/auction/createAuction"]?.post).toMatchObject({
    requestBody: { content: { "multipart/form-data": { schema } } },
    security: [{ session: [] }],
  });
  expect(JSON.stringify(paths["/api/v1/auth/signup"]?.post)).toContain('"format":"binary"');
});

const healthz = `${ORIGIN}/api/v1/healthz`;
const validBody = { success: true, message: "Serving" };
const refusal = { success: false, message: "No", code: "busy", requestId: "1" };

it.each<[string, unknown, number]>([
  ["an undocumented field", { ...validBody, secret: 1 }, 200],
  ["a missing field", { success: true }, 200],
  ["an undocumented status", validBody, 201],
  ["an undocumented error code", { ...refusal, code: "bid_too_low" }, 503],
  ["an undocumented field in a failure", { ...refusal, stack: "at …" }, 503],
])("the response check rejects %s", async (_, body, status) => {
  await expect(expectDocumented("GET", healthz, Response.json(body, { status }))).rejects.toThrow(/GET/);
});

it("the response check accepts documented responses", async () => {
  await expectDocumented("GET", healthz, Response.json(validBody));
  await expectDocumented("GET", healthz, Response.json(refusal, { status: 503 }));
  await expect(expectDocumented("GET", `${healthz}/x`, Response.json(validBody))).rejects.toThrow(/not documented/);
});

it("the API document has a server and valid examples of everything required", async () => {
  const { servers, paths, components } = z
    .looseObject({
      servers: z.array(z.object({ url: z.string() })),
      paths: pathsSchema,
      components: componentsSchema,
    })
    .parse(await (await request("/openapi.json")).json());
  expect(servers).toMatchObject([{ url: "/" }]);
  let examples = 0;
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(item)) {
      for (const { name, required = false, schema, example } of parameters) {
        if (!required && example === undefined) continue;
        examples += 1;
        expect(problemWith(schema, example), `${method} ${path}: ${name}`).toBeNull();
      }
      for (const { schema, example } of Object.values(requestBody?.content ?? {})) {
        examples += 1;
        expect(problemWith(schema, example), `${method} ${path}`).toBeNull();
      }
    }
  }
  expect(examples).toBeGreaterThan(40);

  function problemWith(schema: ApiSchema, example: unknown): string | null {
    return validatorOf(schema, components.schemas).safeParse(example).error?.message ?? null;
  }
});

it("the API document has the live channel's parameters and all response headers", async () => {
  const { paths } = await readApiDocument();
  const live = paths["/api/v1/auction/{id}/live"]?.get;
  expect(live?.["parameters"]).toContainEqual(expect.objectContaining({ name: "after", in: "query", required: false }));
  for (const item of Object.values(paths)) {
    for (const { responses } of Object.values(item)) {
      expect(responses["429"]?.headers).toHaveProperty("Retry-After");
      expect(responses["500"]?.headers).toHaveProperty("X-Request-Id");
    }
  }
  expect(paths["/api/v1/auth/login"]?.post?.responses["200"]?.headers).toHaveProperty("Set-Cookie");
});

it("the API page runs only scripts from this site, and none inline", async () => {
  const response = await request("/docs");
  expect(response.headers.get("content-type")).toMatch(/^text\/html/);
  expect(response.headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const text = await response.text();
  expect(text).not.toMatch(/<script(?! src="\/)|<style|\s(?:style|on\w+)=/);
  expect(text).toContain('<script src="/swagger-ui-bundle.js"></script>');
});

it("the API page has the same security headers as other responses", async () => {
  const { headers, status } = await exports.default.fetch(`${ORIGIN}/api/v1/docs`);
  expect(status).toBe(200);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
