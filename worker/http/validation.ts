/** Validates a request with a schema from the contract before its handler runs. Responses never repeat the input. */
import { sValidator } from "@hono/standard-validator";
import type { MiddlewareHandler, Next, ValidationTargets } from "hono";
import type * as z from "zod";

import { ERRORS } from "../contract/errors.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { documentInput } from "./describe-route.ts";
import { fail } from "./failure.ts";

type Validated<Target extends string, Schema extends z.ZodType> = {
  in: Record<Target, z.input<Schema>>;
  out: Record<Target, z.output<Schema>>;
};

export function validate<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  type Values = Validated<Target, Schema>;
  const middleware: MiddlewareHandler<HttpEnv, string, Values> =
    target === "json" || target === "form" ? validateBody(target, schema) : validateRequest(target, schema);
  return documentInput(middleware, { target, schema });
}

/** For a body that body.ts has read. */
function validateBody(target: "json" | "form", schema: z.ZodType) {
  return async (c: HttpContext, next: Next) => {
    const result = schema.safeParse(c.get("body"));
    if (!result.success) return failInput(c, result.error.issues);
    c.req.addValidatedData(target, Object(result.data));
    return next();
  };
}

function validateRequest(target: keyof ValidationTargets, schema: z.ZodType) {
  const validator = sValidator(target, schema, (result, c: HttpContext) =>
    result.success ? undefined : failInput(c, result.error),
  );
  return async (c: HttpContext, next: Next) => validator(c, next);
}

/** Refuses an input, with the problems of each field. */
export function failInput(c: HttpContext, issues: readonly Issue[]) {
  const fields = fieldsOf(issues);
  const [first] = Object.values(fields).flat();
  return fail(c, "invalid_input", { message: first ?? ERRORS.invalid_input.message, fields });
}

type Issue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

/** Messages by field name. An issue that concerns the whole input belongs to no field. */
function fieldsOf(issues: readonly Issue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path = [], message } of issues) {
    const name = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    if (name !== "") (fields[name] ??= []).push(message);
  }
  return fields;
}
