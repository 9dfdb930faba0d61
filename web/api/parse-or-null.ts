import type { $ZodType, output } from "zod/v4/core";

/** The parsed value, or null if it doesn't match. For the schemas that the build compiles (`response-schemas.ts`). */
export function parseOrNull<Schema extends $ZodType>(schema: Schema, value: unknown): output<Schema> | null {
  const result = schema["~standard"].validate(value);
  // No schema of the contract is async.
  return result instanceof Promise || result.issues ? null : result.value;
}
