import { every } from "hono/combine";
import { createMiddleware } from "hono/factory";

import { moderates } from "../contract/account.ts";
import type { HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";
import { maybeSignedIn } from "./session.ts";

const isAdmin = createMiddleware<HttpEnv>(async (c, next) => {
  const { session } = c.var;
  return session && moderates(session.user) ? next() : fail(c, "not_found");
});

/** For anyone else there is nothing here, signed in or not. */
export const adminsOnly = every(maybeSignedIn, isAdmin);
