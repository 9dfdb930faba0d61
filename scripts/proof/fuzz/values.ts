/**
 * Random values for a JSON schema. Most are valid and often at its bounds, some are nearly valid, and some are what
 * attackers send. IDs are written as names of things in the world (`{{auction}}`), and become real IDs when sent.
 */
import * as fc from "fast-check";
import { z } from "zod";

import { MARKUP, ODD, STATEMENTS, UNSHOWN } from "../hostile/texts.ts";

/** The part of JSON Schema that our contract's document uses. */
export type Schema = z.infer<typeof schemaShape>;
const shape = z.looseObject({
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  required: z.array(z.string()).optional(),
});
export const schemaShape = shape.extend({
  get anyOf(): z.ZodOptional<z.ZodArray<typeof schemaShape>> {
    return z.array(schemaShape).optional();
  },
  get items(): z.ZodOptional<typeof schemaShape> {
    return schemaShape.optional();
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof schemaShape>> {
    return z.record(z.string(), schemaShape).optional();
  },
});

/** Marks a file field of a form. The number that follows says which of the world's files it carries. */
export const FILE = "{{file";
export const NAMES = ["auction", "ownAuction", "bid", "ownBid", "nobody", "category", "person"] as const;

const WRONG: readonly unknown[] = [
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
  { length: 3 },
];
const AMOUNTS = [
  "1",
  "100",
  "100.01",
  "100.001",
  "117.5",
  "1000000000",
  "1000000001",
  "0",
  "-5",
  "1e3",
  "0.1",
  "00100",
];

export const nasty = fc.constantFrom(...MARKUP, ...STATEMENTS, ...UNSHOWN, ...ODD);
const names = fc.constantFrom(...NAMES).map((name) => `{{${name}}}`);
const amounts = fc.oneof(
  fc.integer({ min: 1, max: 2_000 }).map((cents) => (10_000 + cents * 25) / 100),
  fc.constantFrom(...AMOUNTS, ...AMOUNTS.map(Number)),
);
const DAY_MS = 86_400_000;
/** Times relative to when the call is sent, so that a seed means the same on any day. */
const moments = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 366 }).map((days) => `{{in ${days * DAY_MS}}}`) },
  { weight: 1, arbitrary: fc.integer({ min: -DAY_MS, max: DAY_MS }).map((ms) => `{{in ${ms}}}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-02-29T00:00:00Z", "2026-11-21"),
  },
);

export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 16, arbitrary: validOf(schema) },
    { weight: 1, arbitrary: nearlyOf(schema) },
    { weight: 1, arbitrary: fc.oneof(nasty, fc.constantFrom(...WRONG)) },
  );
}

function validOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return isAmount(schema.anyOf) ? amounts : fc.oneof(...schema.anyOf.map(validOf));
  if (schema.properties) return objectOf(schema);
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
      return fc.integer({ min: schema.minimum ?? -100, max: schema.maximum ?? 100_000 });
    case "number":
      return amounts;
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 8 });
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function isAmount(alternatives: readonly Schema[]): boolean {
  return alternatives.some(({ type }) => type === "number");
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  if (format === "binary") return fc.integer({ min: 0, max: 9 }).map((index) => `${FILE} ${index}}}`);
  if (format === "date-time") return moments;
  if (pattern === "^[\\w-]{1,64}$") return names;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const lengths = fc.constantFrom(minLength, minLength + 1, Math.min(maxLength, minLength + 20), maxLength);
  const unit = fc.constantFrom("grapheme", "binary", "grapheme-ascii");
  return fc.oneof(
    fc.tuple(lengths, unit).chain(([length, of]) => {
      const piece = Math.min(length, PIECE);
      return fc.string({ minLength: piece, maxLength: piece, unit: of }).map((text) => lengthened(text, length));
    }),
    fc.uuid().map((id) => `${id}@example.com`.slice(0, maxLength)),
    names,
  );
}

/** The length of the piece that long texts repeat, because drawing every letter takes longer than sending the text. */
const PIECE = 24;

function lengthened(text: string, length: number): string {
  const units = Math.ceil(length / Math.max(1, Array.from(text).length));
  return Array.from(text.repeat(units)).slice(0, length).join("");
}

/** Objects in which most keys are present and valid. A few have an unknown key. */
function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valuesOf(field)]));
  const whole = fc.record(fields, { requiredKeys: required });
  const extra = fc.dictionary(
    fc.constantFrom("role", "seller", "_id", "status", "currentBid", "bidder", "isAdmin", "userId", "toString"),
    fc.oneof(nasty, names, fc.constant("Admin")),
    { maxKeys: 3 },
  );
  return fc.oneof(
    { weight: 14, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(whole, extra).map(([fit, more]) => ({ ...fit, ...more })) },
  );
}

/** Values one step outside the schema: too short, too long, too small, too large, or of another type. */
function nearlyOf({ minLength, maxLength, minimum, maximum, type }: Schema): fc.Arbitrary<unknown> {
  const steps: unknown[] = ["x", 7];
  if (minLength !== undefined && minLength > 0) steps.push("x".repeat(minLength - 1));
  if (maxLength !== undefined) steps.push("x".repeat(maxLength + 1), "\u{1f4a3}".repeat(maxLength + 1));
  if (minimum !== undefined) steps.push(minimum - 1, String(minimum - 1));
  if (maximum !== undefined) steps.push(maximum + 1, Number.MAX_SAFE_INTEGER);
  if (type === "integer") steps.push(1.5, "1.5", "1e1", " 5 ", "");
  return fc.constantFrom(...steps);
}
