/**
 * Reads the `Idempotency-Key` of a command. Bids need it, so it's a separate middleware, because the general header
 * validator would copy all headers first.
 */
import { createMiddleware } from "hono/factory";
import * as z from "zod";

import { idempotencyKey } from "../contract/bid.ts";
import type { HttpEnv } from "./context.ts";
import { documentInput } from "./describe-route.ts";
import { failInput } from "./validation.ts";

const NAME = "idempotency-key";
const schema = z.object({ [NAME]: idempotencyKey.optional() });

const readKey = createMiddleware<HttpEnv>(async (c, next) => {
  const given = c.req.header(NAME);
  if (given === undefined) return next();
  const read = schema.safeParse({ [NAME]: given });
  if (!read.success) return failInput(c, read.error.issues);
  c.set("key", read.data[NAME]);
  await next();
});

/** Like the validators, it describes its input for the OpenAPI document. */
export const withIdempotencyKey = documentInput(readKey, { target: "header", schema });
