/**
 * Reads the `Idempotency-Key` of a command. It's a separate middleware, because bids need it and the general header
 * validator would copy all headers first.
 */
import { createMiddleware } from "hono/factory";
import * as z from "zod";

import { idempotencyKey } from "../contract/bid.ts";
import type { HttpEnv } from "./context.ts";
import { documentInput } from "./describe-route.ts";
import { failInput } from "./validation.ts";

const HEADER_NAME = "idempotency-key";
const schema = z.object({ [HEADER_NAME]: idempotencyKey.optional() });

const readKey = createMiddleware<HttpEnv>(async (c, next) => {
  const given = c.req.header(HEADER_NAME);
  if (given === undefined) return next();
  const parsed = schema.safeParse({ [HEADER_NAME]: given });
  if (!parsed.success) return failInput(c, parsed.error.issues);
  c.set("idempotencyKey", parsed.data[HEADER_NAME]);
  await next();
});

/** Like the validators, it describes its input for the OpenAPI document. */
export const withIdempotencyKey = documentInput(readKey, { target: "header", schema });
