/**
 * Describes a route for the OpenAPI document, next to its handler. Parameters and bodies come from the route's
 * validators; this adds the response, with the contract's schema, and the error codes that the route can return. Tests
 * check every response against the document (worker/testing/documented.ts).
 */
import { type DescribeRouteOptions, describeRoute, resolver } from "hono-openapi";
import { z } from "zod";

import { type ErrorCode, ERRORS, failure } from "../contract/errors.ts";

export const TAGS = [
  "Service",
  "Accounts",
  "Auctions",
  "Bids",
  "Categories",
  "Notifications",
  "People",
  "Moderation",
] as const;

type JsonAnswer = Parameters<typeof resolver>[0];
type Content = { readonly [mediaType: string]: { readonly schema: { readonly type: "string" } } };

export type Described = {
  readonly tag: (typeof TAGS)[number];
  readonly summary: string;
  readonly description?: string;
  /** Whether a session is needed. */
  readonly by: "anyone" | "person";
  readonly does: "reads" | "writes";
  /** What is validated before the handler: parameters only, or a body too. */
  readonly takes?: "parameters" | "json" | "form";
  readonly status?: 101 | 200 | 201 | 302;
  /** The schema of a successful JSON response, or another content type; absent when there is no body. */
  readonly answer?: JsonAnswer | { readonly content: Content };
  /** Error codes beyond those that the other fields imply. */
  readonly refuses?: readonly ErrorCode[];
};

/** Every route can return these. */
const ALWAYS = ["too_many_requests", "busy", "internal_error"] as const satisfies readonly ErrorCode[];
const BY = { anyone: [], person: ["not_signed_in", "malformed_request"] } as const;
const DOES = { reads: [], writes: ["foreign_origin", "outcome_unknown"] } as const;
const BODY = ["invalid_input", "malformed_request", "payload_too_large", "unsupported_media_type"] as const;
const TAKES = {
  nothing: [],
  parameters: ["invalid_input"],
  json: BODY,
  form: [...BODY, "image_invalid", "images_not_configured"],
} as const;

export function described(route: Described) {
  const { tag, summary, description, by, does, takes = "nothing", status = 200, answer, refuses = [] } = route;
  const codes = new Set<ErrorCode>([...BY[by], ...DOES[does], ...TAKES[takes], ...refuses, ...ALWAYS]);
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const failures = Array.from(byStatus, ([failed, those]) => [failed, failureOf(those)] as const);
  return describeRoute({
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: by === "person" ? [{ session: [] }] : [],
    responses: { [status]: successOf(answer), ...Object.fromEntries(failures) },
  });
}

type Answer = NonNullable<DescribeRouteOptions["responses"]>[string];

function successOf(answer: Described["answer"]): Answer {
  if (!answer) return { description: "Done" };
  const content = "content" in answer ? answer.content : { "application/json": { schema: resolver(answer) } };
  return { description: "Done", content };
}

function failureOf(codes: readonly ErrorCode[]): Answer {
  const schema = z.intersection(failure, z.object({ code: z.enum(codes) }));
  const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(" · ");
  return { description, content: { "application/json": { schema: resolver(schema) } } };
}
