/**
 * Random calls of one operation of the OpenAPI document, as plain data that can be printed and sent again. Most are
 * valid calls by an authorized user. The others have one or more mistakes.
 */
import * as fc from "fast-check";
import { z } from "zod";

import { ORIGIN } from "../../../worker/testing/http.ts";
import { BROKEN_JSON } from "../hostile/texts.ts";
import { nasty, type Schema, schemaShape, valuesOf } from "./values.ts";

export type Body =
  | { readonly type: "none" }
  | { readonly type: "raw"; readonly text: string; readonly contentType: string }
  | { readonly type: "form"; readonly fields: readonly (readonly [name: string, value: string])[] };
export type WireCall = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The cookie of one of the world's users, or another value. */
  readonly cookie: string;
  readonly body: Body;
};

const operationShape = z.looseObject({
  parameters: z
    .array(z.looseObject({ in: z.enum(["path", "query", "header", "cookie"]), name: z.string(), schema: schemaShape }))
    .default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: schemaShape })) }).optional(),
});
export const pathsShape = z.record(z.string(), z.record(z.string(), operationShape));
export type DocumentedOperation = z.infer<typeof operationShape>;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
const COOKIES = ["{{seller}}", "{{bidder}}", "{{bidder}}", "{{third}}"];
/** The cookies for calls that only admins can make. Few are other users', because those all get the same response. */
const ADMIN_COOKIES = ["{{admin}}", "{{admin}}", "{{admin}}", "{{bidder}}"];
const ODD_COOKIES = [
  "",
  "__Host-session=",
  `__Host-session=${"A".repeat(43)}`,
  `__Host-session=${"x".repeat(4_000)}`,
  "__Host-session",
];
const TWO_COOKIES = "{{bidder}}; {{third}}";

const oddHeaders = fc.constantFrom<Record<string, string>[]>(
  { origin: "https://evil.test" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "x-lotline-viewer": "%7B%7D" },
  { "x-lotline-network": "x" },
  { "cf-connecting-ip": "" },
  { "cf-connecting-ip": "1.2.3" },
  { "cf-connecting-ip": "::::" },
  { "cf-connecting-ip": "fe80::1%25eth0" },
  { upgrade: "websocket" },
  { "if-none-match": "*" },
  { range: "bytes=0-" },
  { "x-http-method-override": "DELETE" },
  { accept: "text/html" },
  { authorization: "Bearer x" },
  { "content-encoding": "gzip" },
);

/** Encodes a value for a URL. Invalid Unicode is replaced. */
function inAddress(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // Names of things in the world stay as they are, because they're filled in later.
  return /^\{\{.*\}\}$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

/** Turns a value into text that a header can carry. */
function inHeader(value: unknown): string {
  return String(value)
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .trim();
}

export function isAdminsOnly(template: string): boolean {
  return template.includes("/moderation/");
}

export function callsOf(
  method: string,
  template: string,
  { parameters, requestBody }: DocumentedOperation,
): fc.Arbitrary<WireCall> {
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const [contentType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return fc
    .record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      parts: fc.tuple(
        ...of("path").map(({ name, schema }) => partOf(template, name, schema).map((value) => [name, value] as const)),
      ),
      query: queryOf(of("query")),
      headers: headersOf(of("header")),
      cookie: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...(isAdminsOnly(template) ? ADMIN_COOKIES : COOKIES)) },
        { weight: 2, arbitrary: fc.constantFrom(...ODD_COOKIES, TWO_COOKIES) },
      ),
      body: content ? bodyOf(contentType ?? "", content.schema) : noBody,
    })
    .map(({ parts, query, ...rest }) => {
      const path = parts.reduce((text, [name, value]) => text.replace(`{${name}}`, () => inAddress(value)), template);
      return { ...rest, path: query === "" ? path : `${path}?${query}` };
    });
}

/**
 * Values for one part of a path. For deals, questions and ratings, these are mostly the IDs that the world has, because
 * a call with any other ID would hardly get anywhere.
 */
function partOf(template: string, name: string, schema: Schema): fc.Arbitrary<unknown> {
  const [, of] = /\/(deal|question|rating)s?\/\{id\}/.exec(template) ?? [];
  const kind = template.includes("/deals/{id}/rating") ? "doneDeal" : of;
  const any = valuesOf(schema);
  if (kind === undefined) return any;
  const known = name === "seq" ? NOTE_SEQ : `{{${kind}}}`;
  return fc.oneof({ weight: 3, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: any });
}
/** The number of the buyer's first step in the deal, which has a note. */
const NOTE_SEQ = 2;

type Parameter = DocumentedOperation["parameters"][number];

function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) =>
    fc.option(
      valuesOf(schema).map((value) => `${name}=${inAddress(value)}`),
      { nil: "", freq: 3 },
    ),
  );
  const odd = fc.constantFrom("", "", "", "", "&", "a=b&a=c", "limit=1&limit=2", "%=%", "x[]=1&x[y]=2", "__proto__=1");
  return fc.tuple(fc.tuple(...pairs), odd).map(([all, more]) => [...all, more].filter((pair) => pair !== "").join("&"));
}

function headersOf(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const ours: fc.Arbitrary<Record<string, string>> = fc.constant({ origin: ORIGIN });
  const named = parameters.map(({ name, schema }) =>
    fc.option(
      valuesOf(schema).map((value) => ({ [name]: inHeader(value) })),
      { nil: {}, freq: 1 },
    ),
  );
  const odd = fc.option(oddHeaders, { nil: {}, freq: 8 });
  // About one call in nine has an unusual header. `freq` can only make a missing value rare, so the dice do it here.
  const seldom = odd.chain((headers) => fc.integer({ min: 0, max: 8 }).map((dice) => (dice === 0 ? headers : {})));
  return fc.tuple(ours, seldom, ...named).map((all) => Object.assign({}, ...all));
}

const noBody: fc.Arbitrary<Body> = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Body>({ type: "none" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Body[]>(
      { type: "raw", text: "{}", contentType: "application/json" },
      { type: "raw", text: "x", contentType: "text/plain" },
    ),
  },
);

const MALFORMED = BROKEN_JSON.map((text): Body => ({ type: "raw", text, contentType: "application/json" }));
const WRONGLY_TYPED: readonly Body[] = [
  "text/plain",
  "",
  "application/x-www-form-urlencoded",
  "text/html",
  "multipart/form-data",
].map((contentType): Body => ({ type: "raw", text: '{"bidAmount":150}', contentType }));

function bodyOf(contentType: string, schema: Schema): fc.Arbitrary<Body> {
  const fit = contentType === "multipart/form-data" ? formOf(schema) : jsonOf(schema);
  return fc.oneof(
    { weight: 12, arbitrary: fit },
    { weight: 1, arbitrary: fc.constantFrom(...MALFORMED) },
    { weight: 1, arbitrary: fc.constantFrom(...WRONGLY_TYPED) },
    { weight: 1, arbitrary: nasty.map((text): Body => ({ type: "raw", text, contentType })) },
    { weight: 1, arbitrary: fc.constant<Body>({ type: "none" }) },
  );
}

function jsonOf(schema: Schema): fc.Arbitrary<Body> {
  return valuesOf(schema).map((value) => ({
    type: "raw",
    text: JSON.stringify(value),
    contentType: "application/json",
  }));
}

function formOf(schema: Schema): fc.Arbitrary<Body> {
  return valuesOf(schema).map((value) => {
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    const fields = entries.map(
      ([name, field]) => [name, typeof field === "string" ? field : JSON.stringify(field)] as const,
    );
    return { type: "form", fields: fields.filter(([, field]) => field !== undefined) };
  });
}
