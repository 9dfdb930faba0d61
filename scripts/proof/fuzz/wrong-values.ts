/**
 * Random mistakes in calls and frames. The functions take a valid call, such as those in the access table, or a valid
 * frame. They put a wrong value in one place: nearly right, of another type, or from the corpus in `hostile`.
 */
import type { AccessAttempt } from "../../../worker/testing/access/row.ts";
import type { TestCall } from "../../../worker/testing/http.ts";
import { aFile, aJpeg, aPng, lossyFrame, riff } from "../../../worker/testing/images.ts";
import type { Random } from "../../seed/random.ts";
import { BROKEN_JSON, MARKUP, ODD_TEXTS, STATEMENTS, INVISIBLE } from "../hostile/texts.ts";

const TEXTS: readonly string[] = [...MARKUP, ...STATEMENTS, ...INVISIBLE, ...ODD_TEXTS];
const OTHER_TYPES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  [],
  {},
  [[]],
  { a: {} },
  ["x"],
  { toString: "x" },
];
const TIMES = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-02-29T00:00:00Z", "2026-11-21"];
const AMOUNTS = ["1", "100.01", "100.001", "1000000000", "1000000001", "0", "-5", "1e3", "0.1", "00100", 117.5, 1e9];
/** Names of fields that only the server may set, and of properties that every object has. */
const OTHER_FIELDS = ["role", "seller", "_id", "status", "currentBid", "bidder", "userId", "toString", "__proto__"];
const FILES: readonly File[] = [
  aFile(aPng()),
  aFile(aJpeg(), "x.jpg", "image/jpeg"),
  aFile(riff(lossyFrame()), "x.webp", "image/webp"),
  aFile(aPng({ width: 9_000 })),
  aFile(aPng().subarray(0, 40)),
  aFile(new TextEncoder().encode("<svg onload='alert(1)'/>"), "x.svg", "image/svg+xml"),
  aFile(new Uint8Array(0), ""),
  aFile(new Uint8Array(30_000)),
  aFile(aPng(), "../../\u0000evil.html", "text/html"),
  aFile(aPng(), "x".repeat(3_000), "\u00ff/x"),
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
const QUERIES = ["&", "a=b&a=c", "limit=1&limit=2", "%=%", "x[]=1&x[y]=2", "__proto__=1"];
const COOKIES = ["", "__Host-session=", `__Host-session=${"A".repeat(43)}`, `__Host-session=${"x".repeat(4_000)}`];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
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
];
const CONTENT_TYPES = ["text/plain", "application/x-www-form-urlencoded", "text/html", "multipart/form-data"];

/** A call in the access table, such as `DELETE /bid/deleteBid/:id`, and its query parameters. */
export type KnownCall = { readonly method: string; readonly template: string; readonly parameters: readonly string[] };

/** The attempt with a mistake in one of its parts. About one in eight stays valid. */
export function withMistake(known: KnownCall, attempt: AccessAttempt, random: Random): AccessAttempt {
  const { path, call = {}, cookie } = attempt;
  const request: TestCall = { method: known.method, ...call };
  const hasBody = call.json !== undefined || call.form !== undefined;
  const part = random.weighted({
    none: 3,
    path: known.template.includes(":") ? 6 : 0,
    query: 3 + 2 * known.parameters.length,
    header: 3,
    cookie: 1,
    method: 1,
    body: hasBody ? 12 : 1,
  });
  switch (part) {
    case "none":
      return { path, call: request, cookie };
    case "path":
      return { path: withWrongPart(known.template, path, random), call: request, cookie };
    case "query":
      return { path: `${path}${path.includes("?") ? "&" : "?"}${wrongQueryFor(known, random)}`, call: request, cookie };
    case "header":
      return { path, call: { ...request, headers: { ...call.headers, ...wrongHeader(random) } }, cookie };
    case "cookie":
      return { path, call: request, cookie: random.pick([...COOKIES, `${cookie}; ${cookie}x`]) };
    case "method":
      return { path, call: { method: random.pick(METHODS), headers: call.headers ?? {} }, cookie };
    case "body":
      return { path, call: known.method === "GET" ? request : withWrongBody(request, random), cookie };
  }
}

function withWrongPart(template: string, path: string, random: Random): string {
  const [pathname = "", query] = path.split("?", 2);
  const parts = pathname.split("/");
  const indexes = template.split("/").flatMap((part, position) => (part.startsWith(":") ? [position] : []));
  const index = random.pick(indexes);
  const wrong = parts.with(index, encodeForUrl(wrongValueFor(parts[index], random))).join("/");
  return query === undefined ? wrong : `${wrong}?${query}`;
}

function wrongQueryFor({ parameters }: KnownCall, random: Random): string {
  if (parameters.length === 0 || random.chance(0.2)) return random.pick(QUERIES);
  return `${random.pick(parameters)}=${encodeForUrl(wrongValueFor(random.pick(["10", "x"]), random))}`;
}

function wrongHeader(random: Random): Readonly<Record<string, string>> {
  if (random.chance(0.8)) return random.pick(HEADERS);
  const wrong = asText(wrongValueFor("key", random));
  return { "idempotency-key": wrong.replaceAll(/[^\x20-\x7e]/g, "?").trim() };
}

function withWrongBody({ json, form, ...call }: TestCall, random: Random): TestCall {
  const raw = (body: string, type = "application/json") => ({
    ...call,
    body,
    headers: { ...call.headers, "content-type": type },
  });
  const kind = random.weighted({ inside: 12, broken: 2, type: 1, missing: 1 });
  if (kind === "missing") return call;
  if (kind === "type") return raw(JSON.stringify(json ?? {}), random.pick(CONTENT_TYPES));
  if (kind === "broken") return raw(random.pick([...BROKEN_JSON, ...TEXTS]).toWellFormed());
  return form ? { ...call, form: withWrongField(form, random) } : { ...call, json: withWrongValue(json, random) };
}

function withWrongField(form: NonNullable<TestCall["form"]>, random: Random): NonNullable<TestCall["form"]> {
  const name = random.chance(0.2) ? random.pick(["image", ...OTHER_FIELDS]) : random.pick(Object.keys(form));
  const { [name]: value, ...others } = form;
  if (random.chance(0.1)) return others;
  if (value instanceof File || name === "image") return { ...others, [name]: random.pick(FILES) };
  return { ...others, [name]: asText(wrongValueFor(value, random)) };
}

/** A JSON value with one mistake somewhere inside: a wrong, missing or unknown field, or another value altogether. */
export function withWrongValue(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random.chance(0.05)) return wrongValueFor(value, random);
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const kind = random.weighted({ wrong: 12, missing: 1, unknown: 1 });
  if (kind === "unknown") return { ...fields, [random.pick(OTHER_FIELDS)]: random.pick([...TEXTS, "Admin"]) };
  const names = Object.keys(fields);
  if (names.length === 0) return wrongValueFor(value, random);
  const { [random.pick(names)]: field, ...others } = fields;
  const name = names.find((key) => !(key in others)) ?? "";
  return kind === "missing" ? others : { ...others, [name]: withWrongValue(field, random) };
}

/** A value to put in place of a valid one. Some are close to it, and most are wrong. */
function wrongValueFor(value: unknown, random: Random): unknown {
  const kind = random.weighted({ near: 4, text: 4, time: 1, amount: 1, type: 2 });
  if (kind === "text") return random.pick(TEXTS);
  if (kind === "time") return random.pick(TIMES);
  if (kind === "amount") return random.pick(AMOUNTS);
  if (kind === "type") return random.pick(OTHER_TYPES);
  return random.pick(typeof value === "number" ? nearNumber(value) : nearText(String(value)));
}

function nearNumber(value: number): readonly unknown[] {
  return [value + 1, value - 1, value + 0.01, value + 0.001, -value, value * 1e6, String(value), ` ${value} `];
}

function nearText(text: string): readonly unknown[] {
  const [first = ""] = text;
  return [
    `${text}x`,
    text.slice(1),
    text.slice(0, -1),
    ` ${text}`,
    text.toUpperCase(),
    first.repeat(65),
    text.repeat(99),
  ];
}

/** Encodes a value for a URL, which can't carry invalid Unicode. */
function encodeForUrl(value: unknown): string {
  return encodeURIComponent(asText(value).toWellFormed());
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
