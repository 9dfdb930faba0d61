/**
 * Schemas of the contract as plain checks, for what pages parse before a form is open: zod itself would be a seventh of
 * their script (decisions 53 and 91). The contract stays the only source; a schema that this file does not know fails
 * the build.
 */
import { $ZodCheckNumberFormat, $ZodCheckRegex, type $ZodType, type $ZodTypes } from "zod/v4/core";

/** A module that exports each schema under its name, as a Standard Schema: it checks, and returns the input itself. */
export function compiledModule(schemas: Readonly<Record<string, $ZodType>>): string {
  const compiled = new Map<$ZodType, string>();
  const exported = Object.entries(schemas).map(
    ([name, schema]) => `export const ${name} = standard(${checkOf(schema, compiled)});`,
  );
  const checks = [...new Set(compiled.values())].map((check, at) => `const is${at} = ${check};`);
  return [HEAD, ...checks, ...exported].join("\n");
}

/** A check is a function that says whether a value is valid; these build one from others. */
const HEAD = `
const isObject = (v) => typeof v === "object" && v !== null && !Array.isArray(v);
const type = (name) => (v) => typeof v === name;
const matching = (pattern) => (v) => typeof v === "string" && pattern.test(v);
const oneOf = (...values) => (v) => values.includes(v);
const some = (...checks) => (v) => checks.some((is) => is(v));
const list = (is) => (v) => Array.isArray(v) && v.every(is);
const record = (is) => (v) => isObject(v) && Object.values(v).every(is);
const object = (shape) => (v) => isObject(v) && Object.keys(shape).every((key) => shape[key](v[key]));
const standard = (is) => ({
  "~standard": {
    version: 1,
    vendor: "lotline",
    validate: (value) => (is(value) ? { value } : { issues: [{ message: "not in the contract" }] }),
  },
});`;

/** The name of the schema's check. Equal ones are compiled once; `compiled` is in the order of use. */
function checkOf(schema: $ZodType, compiled: Map<$ZodType, string>): string {
  const check = compiled.get(schema) ?? expressionOf(schema, compiled);
  compiled.set(schema, check);
  return `is${[...new Set(compiled.values())].indexOf(check)}`;
}

/** The check of what the schema describes. */
function expressionOf(schema: $ZodType, compiled: Map<$ZodType, string>): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's own union of all its schemas
  const { def } = (schema as $ZodTypes)._zod;
  const is = (part: $ZodType) => checkOf(part, compiled);
  const [check, ...others] = def.checks ?? [];
  if (check instanceof $ZodCheckNumberFormat && others.length === 0) return "Number.isSafeInteger";
  if (check instanceof $ZodCheckRegex && others.length === 0) return `matching(${check._zod.def.pattern})`;
  if (check) throw new Error(`A ${def.type} with further checks cannot be compiled yet`);
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
      return `type("${def.type}")`;
    case "null":
      return "oneOf(null)";
    case "literal":
      return oneOf(def.values);
    case "enum":
      return oneOf(Object.values(def.entries));
    case "nullable":
      return `some(oneOf(null), ${is(def.innerType)})`;
    case "optional":
      return `some(oneOf(undefined), ${is(def.innerType)})`;
    // A discriminated union would find the option sooner; the result is the same.
    case "union":
      return `some(${def.options.map(is).join(", ")})`;
    case "array":
      return `list(${is(def.element)})`;
    // In JSON every key is a string.
    case "record":
      return `record(${is(def.valueType)})`;
    case "object": {
      const fields = Object.entries(def.shape).map(([key, field]) => `${JSON.stringify(key)}: ${is(field)}`);
      return `object({ ${fields.join(", ")} })`;
    }
    default:
      throw new Error(`A schema of the type ${def.type} cannot be compiled yet`);
  }
}

function oneOf(values: readonly unknown[]): string {
  return `oneOf(${values.map((value) => JSON.stringify(value)).join(", ")})`;
}
