/**
 * The OpenAPI document, generated from the routes, their validators and the contract's schemas. vite.config.ts
 * builds it with the pages, so that the generator is not part of the deployed Worker.
 */
import type { Hono } from "hono";
import { type DescribeRouteOptions, generateSpecs, resolver, uniqueSymbol } from "hono-openapi";
import { findTargetHandler } from "hono/utils/handler";
import { z } from "zod";

import { type ErrorCode, ERRORS } from "../contract/errors.ts";
import { failure } from "../contract/failure.ts";
import type { HttpEnv } from "../http/context.ts";
import { errorCodesOf, type RouteDescription, descriptionOf, documentedInputOf, TAGS } from "../http/describe-route.ts";
import { SESSION_COOKIE } from "../http/session-cookie.ts";
import { addExamples } from "./examples.ts";

const API_DESCRIPTION =
  "Amounts are in major units with at most two decimal places. Times are ISO 8601 in UTC. Every JSON response " +
  "has `success` and `message`, except `/user/export`, `/openapi.json` and `/.well-known/jwks.json`. An error also " +
  "has a `code`, and a `requestId` that identifies it in the log. We refuse calls that change data if they come from " +
  "another site's page. The two live channels are WebSockets.";

const TEXT = { type: "string" } as const;
const HEADERS = {
  "X-Request-Id": { description: "Identifies this request in the log", schema: TEXT },
  "Retry-After": { description: "Seconds to wait before trying again", schema: { type: "integer" } },
  "Set-Cookie": {
    description: "Sets or clears a cookie for the session, a known device, or a sign-in in progress",
    schema: TEXT,
  },
} as const;
type Headers = Record<string, (typeof HEADERS)[keyof typeof HEADERS]>;

type DocumentedResponse = NonNullable<DescribeRouteOptions["responses"]>[string];
type ApiDocument = Awaited<ReturnType<typeof generateSpecs>>;

export async function documentOf(app: Hono<HttpEnv>, siteName: string): Promise<ApiDocument> {
  const operations = Map.groupBy(app.routes, ({ method, path }) => `${method} ${path}`);
  for (const [operation, routes] of operations)
    annotate(
      operation,
      routes.map(({ handler }) => findTargetHandler(handler)),
    );
  const document = await generateSpecs(app, {
    // The library's default error body differs from ours, which is added below.
    defaultValidationErrorResponse: false,
    excludeStaticFile: false,
    documentation: {
      info: { title: siteName, version: "1", description: API_DESCRIPTION },
      servers: [{ url: "/", description: "The deployment this document comes from" }],
      tags: TAGS.map((name) => ({ name })),
      components: {
        securitySchemes: { session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE } },
      },
    },
  });
  addExamples(document);
  return document;
}

/** Converts the descriptions recorded on an operation's handlers to the library's format. */
function annotate(operation: string, handlers: readonly object[]): void {
  const [method = ""] = operation.split(" ", 1);
  const inputs = handlers.flatMap((handler) => documentedInputOf(handler) ?? []);
  for (const handler of handlers) {
    const [route, input] = [descriptionOf(handler), documentedInputOf(handler)];
    if (route) Object.assign(handler, { [uniqueSymbol]: { spec: specOf(route, errorCodesOf(route, method, inputs)) } });
    if (input) Object.assign(handler, { [uniqueSymbol]: { target: input.target, ...resolver(input.schema) } });
  }
}

function specOf(route: RouteDescription, codes: ReadonlySet<ErrorCode>): DescribeRouteOptions {
  const { tag, summary, description, access, status = 200, query } = route;
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const failures = Array.from(
    byStatus,
    ([failureStatus, statusCodes]) => [failureStatus, failureOf(route, failureStatus, statusCodes)] as const,
  );
  return {
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(query ? { parameters: [{ ...query, in: "query", required: false, schema: TEXT }] } : {}),
    security: access === "anyone" ? [] : [{ session: [] }],
    responses: { [status]: successOf(route), ...Object.fromEntries(failures) },
  };
}

function successOf(route: RouteDescription): DocumentedResponse {
  const { response, status } = route;
  // The response to a handshake is the platform's.
  const headers = status === 101 ? {} : headersOf(route);
  if (!response) return { description: "Done", headers };
  const content = "content" in response ? response.content : { "application/json": { schema: resolver(response) } };
  return { description: "Done", headers, content };
}

function failureOf(route: RouteDescription, status: number, codes: readonly ErrorCode[]): DocumentedResponse {
  const schema = z.intersection(failure, z.object({ code: z.enum(codes) }));
  const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(" · ");
  const retryHeaders = status === 429 || status === 503 ? { "Retry-After": HEADERS["Retry-After"] } : {};
  const headers = { ...headersOf(route), ...retryHeaders };
  return { description, headers, content: { "application/json": { schema: resolver(schema) } } };
}

/** Any signed-in call may renew the caller's token (`worker/accounts/session-token.ts`). */
function headersOf({ access, setsCookie = access !== "anyone" }: RouteDescription): Headers {
  return {
    "X-Request-Id": HEADERS["X-Request-Id"],
    ...(setsCookie ? { "Set-Cookie": HEADERS["Set-Cookie"] } : {}),
  };
}
