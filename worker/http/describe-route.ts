/**
 * Describes a route for the OpenAPI document, next to its handler. Parameters and bodies come from the route's
 * validators. This adds the response, with the contract's schema, and the error codes that the route can return. The
 * pages' build makes the document from all this (`worker/openapi`), and the deployed Worker doesn't use it. A handler
 * that returns an unlisted code doesn't compile (`fail`), and tests check every response against the document
 * (`worker/testing/documented.ts`).
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
  "Deals",
  "Categories",
  "Notifications",
  "People",
  "Moderation",
] as const;

type ContentByMediaType = { readonly [mediaType: string]: { readonly schema: { readonly type: "string" } } };

export type RouteDescription = {
  readonly tag: (typeof TAGS)[number];
  readonly summary: string;
  readonly description?: string;
  /** Set if no session is needed. */
  readonly access?: "anyone";
  readonly status?: 101 | 200 | 201 | 302;
  /** The schema of a successful JSON response, or another content type. Absent without a body. */
  readonly response?: $ZodType | { readonly content: ContentByMediaType };
  /** A URL parameter that no validator reads. */
  readonly query?: { readonly name: string; readonly description: string };
  /** Whether a response can set or clear a cookie. Responses to signed-in people always can. */
  readonly setsCookie?: boolean;
  /** Error codes beyond those that the other fields, the method and the validators imply. */
  readonly refuses?: readonly ErrorCode[];
};

/** Every route can return these. */
const COMMON_CODES = ["too_many_requests", "busy", "internal_error"] as const satisfies readonly ErrorCode[];
const SESSION_CODES = ["not_signed_in"] as const;
const CHANGE_CODES = ["cross_site_request", "outcome_unknown"] as const;
const PARAMETER_CODES = ["invalid_input"] as const;
const BODY_CODES = ["invalid_input", "malformed_request", "payload_too_large", "unsupported_media_type"] as const;
/** By the part of a request that a validator reads. */
const INPUT_CODES = {
  param: PARAMETER_CODES,
  query: PARAMETER_CODES,
  header: PARAMETER_CODES,
  cookie: PARAMETER_CODES,
  json: BODY_CODES,
  form: [...BODY_CODES, "image_invalid", "images_not_configured"],
} as const satisfies Readonly<Record<DocumentedInput["target"], readonly ErrorCode[]>>;

/** Every error code that a route with this method and these validators can return. */
export function errorCodesOf(
  route: RouteDescription,
  method: string,
  validated: readonly DocumentedInput[],
): Set<ErrorCode> {
  const { access, refuses = [], status } = route;
  // Opening a socket uses GET, but changes something.
  const mayChange = method !== "GET" || status === 101;
  const inputCodes = validated.flatMap(({ target }): readonly ErrorCode[] => INPUT_CODES[target]);
  return new Set<ErrorCode>([
    ...(access === "anyone" ? [] : SESSION_CODES),
    ...(mayChange ? CHANGE_CODES : []),
    ...inputCodes,
    ...refuses,
    ...COMMON_CODES,
  ]);
}

/** The codes that a handler can return, as a type: those of its description and of its validated input. */
export type ErrorCodesIn<Validated extends object> =
  | (Validated extends { readonly refuses: infer Code } ? Code : never)
  | {
      [Target in keyof Validated]: Target extends DocumentedInput["target"]
        ? (typeof INPUT_CODES)[Target][number]
        : never;
    }[keyof Validated];

/** The part of a request that a validator reads, and its schema. */
type DocumentedInput = { readonly target: keyof ValidationTargets; readonly schema: $ZodType };

const descriptions = new WeakMap<object, RouteDescription>();
const inputs = new WeakMap<object, DocumentedInput>();

/** A description's codes, without those that the validators imply. */
type DescribedCodes<Route extends RouteDescription> =
  | (Route["access"] extends "anyone" ? never : (typeof SESSION_CODES)[number])
  | (Route["refuses"] extends readonly ErrorCode[] ? Route["refuses"][number] : never)
  | (typeof COMMON_CODES)[number];

export function describeRoute<const Route extends RouteDescription>(
  route: Route,
): MiddlewareHandler<HttpEnv, string, Refusing<DescribedCodes<Route>>> {
  const middleware: MiddlewareHandler = (_, next) => next();
  descriptions.set(middleware, route);
  return middleware;
}

/** Records what a validator reads, and returns the validator. */
export function documentInput<Middleware extends object>(middleware: Middleware, input: DocumentedInput): Middleware {
  inputs.set(middleware, input);
  return middleware;
}

export function descriptionOf(handler: object): RouteDescription | undefined {
  return descriptions.get(handler);
}

export function documentedInputOf(handler: object): DocumentedInput | undefined {
  return inputs.get(handler);
}
