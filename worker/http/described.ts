/**
 * What the API's document says of a route, written beside its handler. What a call takes comes from its validators;
 * this adds what it answers, as the contract's own schemas, and with which codes it can fail. Tests hold every answer
 * that they meet against it (worker/testing/documented.ts).
 */
import { type DescribeRouteOptions, describeRoute, resolver } from "hono-openapi";
import { z } from "zod";

import { type ErrorCode, ERRORS, failure } from "../contract/errors.ts";

export const TAGS = [
  "House",
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
  /** What is checked before the handler: parameters only, or a body too. */
  readonly takes?: "parameters" | "json" | "form";
  readonly status?: 101 | 200 | 201 | 302;
  /** The schema of a successful JSON answer, or what else it carries; absent when it has no body. */
  readonly answer?: JsonAnswer | { readonly content: Content };
  /** What this route can refuse beyond what its other words say. */
  readonly refuses?: readonly ErrorCode[];
};

/** What may happen to every call. */
const ALWAYS = ["too_many_requests", "busy", "internal_error"] as const satisfies readonly ErrorCode[];
const BY = { anyone: [], person: ["not_signed_in", "malformed_request"] } as const;
const DOES = { reads: [], writes: ["foreign_origin"] } as const;
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
