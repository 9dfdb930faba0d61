import { resolver, uniqueSymbol } from "hono-openapi";
/**
 * The `Idempotency-Key` of a command. Read by itself, because bids come this way: the validator of all headers copies
 * every one of them first.
 */
import { createMiddleware } from "hono/factory";
import { z } from "zod";

import { idempotencyKey } from "../contract/bid.ts";
import { ERRORS } from "../contract/errors.ts";
import type { HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";

const NAME = "idempotency-key";

const readKey = createMiddleware<HttpEnv>(async (c, next) => {
  const given = c.req.header(NAME);
  if (given === undefined) return next();
  const { success, data, error } = idempotencyKey.safeParse(given);
  if (!success) {
    const messages = error.issues.map(({ message }) => message);
    return fail(c, "invalid_input", {
      message: messages[0] ?? ERRORS.invalid_input.message,
      fields: { [NAME]: messages },
    });
  }
  c.set("key", data);
  await next();
});

/** As the validators do, it says in the API's document what it takes. */
export const keyed = Object.assign(readKey, {
  [uniqueSymbol]: { target: "header", ...resolver(z.object({ [NAME]: idempotencyKey.optional() })) },
});
