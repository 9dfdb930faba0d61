/**
 * Compiles contract schemas into plain checks, for pages that need them before a form opens. zod would be 14% of the
 * pages' script. The contract stays the only source, and an unknown kind of schema fails the build.
 */
import { $ZodCheckNumberFormat, $ZodCheckRegex, $ZodExactOptional, type $ZodType, type $ZodTypes } from "zod/v4/core";

export type Schemas = Readonly<Record<string, $ZodType>>;

/**
 * A module that exports each schema under its name, as a Standard Schema that checks the input and returns it
 * unchanged. Schemas that an earlier module has are imported from there.
 */
export function compileModule(
  schemas: Schemas,
  earlier?: { readonly from: string; readonly schemas: Schemas },
): string {
  const compiled = new Map<$ZodType, string>();
  for (const schema of Object.values(earlier?.schemas ?? {})) checkOf(schema, compiled);
  const knownCount = new Set(compiled.values()).size;
  const exported = Object.entries(schemas).map(
    ([name, schema]) => `export const ${name} = standard(${checkOf(schema, compiled)});`,
  );
  const checks = Array.from(new Set(compiled.values()), (check, at) => `export const is${at} = ${check};`);
  const names = [...PRELUDE, ...checks.slice(0, knownCount)].flatMap(
    (line) => /^export const (\w+)/.exec(line)?.[1] ?? [],
  );
  const head = earlier ? [`import { ${names.join(", ")} } from ${JSON.stringify(earlier.from)};`] : PRELUDE;
  return [...head, ...checks.slice(knownCount), ...exported].join("\n");
}

/** A check is a function that says whether a value is valid. These combine checks. */
const PRELUDE = `
export const isObject = (v) => typeof v === "object" && v !== null && !Array.isArray(v);
export const type = (name) => (v) => typeof v === name;
export const matching = (pattern) => (v) => typeof v === "string" && pattern.test(v);
export const oneOf = (...values) => (v) => values.includes(v);
export const some = (...checks) => (v) => checks.some((is) => is(v));
export const list = (is) => (v) => Array.isArray(v) && v.every(is);
export const record = (is) => (v) => isObject(v) && Object.values(v).every(is);
export const ifGiven = (is) => (v, isGiven) => !isGiven || is(v);
export const object = (shape) => (v) => isObject(v) && Object.keys(shape).every((key) => shape[key](v[key], key in v));
export const standard = (is) => ({
  "~standard": {
    version: 1,
    vendor: "compiled",
    validate: (value) => (is(value) ? { value } : { issues: [{ message: "not in the contract" }] }),
  },
});`
  .trim()
  .split("\n");

const ANY_STRING = 'type("string")';

/** The name of the schema's check. Identical checks are compiled once. `compiled` is in order of use. */
function checkOf(schema: $ZodType, compiled: Map<$ZodType, string>): string {
  const check = compiled.get(schema) ?? expressionOf(schema, compiled);
  compiled.set(schema, check);
  return `is${[...new Set(compiled.values())].indexOf(check)}`;
}

/** The expression that checks a value against the schema. */
function expressionOf(schema: $ZodType, compiled: Map<$ZodType, string>): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's own union of all its schemas
  const { def } = (schema as $ZodTypes)._zod;
  const is = (part: $ZodType) => checkOf(part, compiled);
  if ("format" in def) throw new Error(`A ${def.type} in the format ${def.format} cannot be compiled yet`);
  if ("coerce" in def && def.coerce) throw new Error(`A ${def.type} that converts its input cannot be compiled`);
  const [check, ...others] = def.checks ?? [];
  const isInteger = check instanceof $ZodCheckNumberFormat && check._zod.def.format === "safeint";
  if (isInteger && others.length === 0) return "Number.isSafeInteger";
  if (check instanceof $ZodCheckRegex && others.length === 0) return `matching(${check._zod.def.pattern})`;
  if (check) throw new Error(`A ${def.type} with further checks cannot be compiled yet`);
  switch (def.type) {
    case "number":
      return "Number.isFinite";
    case "string":
      return ANY_STRING;
    case "boolean":
      return 'type("boolean")';
    case "null":
      return "oneOf(null)";
    case "literal":
      return oneOf(def.values);
    case "enum":
      return oneOf(Object.values(def.entries));
    case "nullable":
      return `some(oneOf(null), ${is(def.innerType)})`;
    case "optional":
      // It can be absent, which its object allows, but not undefined.
      if (schema instanceof $ZodExactOptional) return expressionOf(def.innerType, compiled);
      return `some(oneOf(undefined), ${is(def.innerType)})`;
    // A discriminated union would find the option faster, but the result is the same.
    case "union":
      if (def.inclusive === false && !("discriminator" in def))
        throw new Error("An exclusive union cannot be compiled yet");
      return `some(${def.options.map(is).join(", ")})`;
    case "array":
      return `list(${is(def.element)})`;
    // In JSON every key is a string.
    case "record":
      if (expressionOf(def.keyType, compiled) !== ANY_STRING)
        throw new Error("A record with restricted keys cannot be compiled yet");
      return `record(${is(def.valueType)})`;
    case "object": {
      if (def.catchall) throw new Error("An object with a rule for other fields cannot be compiled yet");
      const fields = Object.entries(def.shape).map(([key, field]) => {
        const mayBeAbsent = field._zod.optout === "optional";
        return `${JSON.stringify(key)}: ${mayBeAbsent ? `ifGiven(${is(field)})` : is(field)}`;
      });
      return `object({ ${fields.join(", ")} })`;
    }
    default:
      throw new Error(`A schema of the type ${def.type} cannot be compiled yet`);
  }
}

function oneOf(values: readonly unknown[]): string {
  return `oneOf(${values.map((value) => JSON.stringify(value)).join(", ")})`;
}
