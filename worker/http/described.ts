/**
 * Describes a route for the OpenAPI document, next to its handler. Parameters and bodies come from the route's
 * validators; this adds the response, with the contract's schema, and the error codes that the route can return. The
 * document is made from all this when the pages are built (worker/openapi); the deployed Worker does not use it. A
 * handler that answers with a code that is not among them does not compile (`fail`), and tests check every response
 * against the document (worker/testing/documented.ts).
 */
import type { MiddlewareHandler, ValidationTargets } from "hono";
import type { $ZodType } from "zod/v4/core";

import type { ErrorCode } from "../contract/errors.ts";
import type { HttpEnv, Refusing } from "./context.ts";

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

type Content = { readonly [mediaType: string]: { readonly schema: { readonly type: "string" } } };

export type Described = {
  readonly tag: (typeof TAGS)[number];
  readonly summary: string;
  readonly description?: string;
  /** Whether a session is needed. */
  readonly by: "anyone" | "person";
  readonly does: "reads" | "writes";
  /** What is validated before the handler: only parameters, or also a body. */
  readonly takes?: "parameters" | "json" | "form";
  readonly status?: 101 | 200 | 201 | 302;
  /** The schema of a successful JSON response, or another content type; absent when there is no body. */
  readonly answer?: $ZodType | { readonly content: Content };
  /** A parameter of the address that no validator reads. */
  readonly query?: { readonly name: string; readonly description: string };
  /** Whether a response may set or clear a cookie; responses to signed-in people always may. */
  readonly setsCookie?: boolean;
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
} as const satisfies Readonly<Record<NonNullable<Described["takes"]> | "nothing", readonly ErrorCode[]>>;

/** Every error code that a route can return. */
export function codesOf({ by, does, takes, refuses = [] }: Described): Set<ErrorCode> {
  return new Set<ErrorCode>([...BY[by], ...DOES[does], ...TAKES[takes ?? "nothing"], ...refuses, ...ALWAYS]);
}

/** The same as a type. */
type CodesOf<Route extends Described> =
  | (typeof BY)[Route["by"]][number]
  | (typeof DOES)[Route["does"]][number]
  | (Route["takes"] extends keyof typeof TAKES ? (typeof TAKES)[Route["takes"]][number] : never)
  | (Route["refuses"] extends readonly ErrorCode[] ? Route["refuses"][number] : never)
  | (typeof ALWAYS)[number];

/** The parts of a request that a validator reads. */
export type Input = { readonly target: keyof ValidationTargets; readonly schema: $ZodType };

const descriptions = new WeakMap<object, Described>();
const inputs = new WeakMap<object, Input>();

export function described<const Route extends Described>(
  route: Route,
): MiddlewareHandler<HttpEnv, string, Refusing<CodesOf<Route>>> {
  const middleware: MiddlewareHandler = (_, next) => next();
  descriptions.set(middleware, route);
  return middleware;
}

/** Records what a validator reads, and returns the validator. */
export function reading<Middleware extends object>(middleware: Middleware, input: Input): Middleware {
  inputs.set(middleware, input);
  return middleware;
}

export function descriptionOf(handler: object): Described | undefined {
  return descriptions.get(handler);
}

export function inputOf(handler: object): Input | undefined {
  return inputs.get(handler);
}
