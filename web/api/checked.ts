import type { $ZodType, output } from "zod/v4/core";

/** The value as the schema has it, or null. For schemas that are compiled in the build: `answers.ts`. */
export function checked<Schema extends $ZodType>(schema: Schema, value: unknown): output<Schema> | null {
  const result = schema["~standard"].validate(value);
  // No schema of the contract is asynchronous.
  return result instanceof Promise || result.issues ? null : result.value;
}
