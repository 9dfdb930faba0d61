/**
 * Schemas of the contract as plain checks, for what pages parse before a form is open: zod itself would be a seventh of
 * their script (decisions 53 and 91). The contract stays the only source; a schema that this file does not know fails the
 * build.
 */
import type { $ZodType, $ZodTypes } from "zod/v4/core";

/** A module that exports each schema under its name, as a Standard Schema: it checks, and returns the input itself. */
export function compiledModule(schemas: Readonly<Record<string, $ZodType>>): string {
  const compiled = new Map<$ZodType, string>();
  const exported = Object.entries(schemas).map(
    ([name, schema]) => `export const ${name} = standard(${checkOf(schema, compiled)});`,
  );
  const checks = [...compiled.values()].map((check, at) => `const is${at} = (v) => ${check};`);
  return [HEAD, ...checks, ...exported].join("\n");
}

const HEAD = `const isObject = (v) => typeof v === "object" && v !== null && !Array.isArray(v);
const standard = (is) => ({
  "~standard": {
    version: 1,
    vendor: "lotline",
    validate: (value) => (is(value) ? { value } : { issues: [{ message: "not in the contract" }] }),
  },
});`;

/** The name of the schema's check. A schema that occurs twice is compiled once; `compiled` is in the order of use. */
function checkOf(schema: $ZodType, compiled: Map<$ZodType, string>): string {
  if (!compiled.has(schema)) compiled.set(schema, conditionOf(schema, compiled));
  return `is${[...compiled.keys()].indexOf(schema)}`;
}

/** The condition under which `v` is what the schema describes. */
function conditionOf(schema: $ZodType, compiled: Map<$ZodType, string>): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's own union of all its schemas
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === "number" && def.checks?.length === 1 && def.checks[0]?._zod.def.check === "number_format")
    return "Number.isSafeInteger(v)";
  if (def.checks?.length) throw new Error(`A ${def.type} with further checks cannot be compiled yet`);
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
      return `typeof v === "${def.type}"`;
    case "null":
      return "v === null";
    case "literal":
      return oneOf(def.values);
    case "enum":
      return oneOf(Object.values(def.entries));
    case "nullable":
      return `v === null || ${checkOf(def.innerType, compiled)}(v)`;
    case "optional":
      return `v === undefined || ${checkOf(def.innerType, compiled)}(v)`;
    // Which of them it is, a discriminated one finds sooner; the verdict is the same.
    case "union":
      return def.options.map((option) => `${checkOf(option, compiled)}(v)`).join(" || ");
    // In JSON every key is a string.
    case "record":
      return `isObject(v) && Object.values(v).every(${checkOf(def.valueType, compiled)})`;
    case "array":
      return `Array.isArray(v) && v.every(${checkOf(def.element, compiled)})`;
    case "object":
      return [
        "isObject(v)",
        ...Object.entries(def.shape).map(([key, field]) => `${checkOf(field, compiled)}(v[${JSON.stringify(key)}])`),
      ].join(" && ");
    default:
      throw new Error(`A schema of the type ${def.type} cannot be compiled yet`);
  }
}

function oneOf(values: readonly unknown[]): string {
  return `${JSON.stringify(values)}.includes(v)`;
}
