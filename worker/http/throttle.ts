/** Too often is refused before anything is read: by network, by person, and by account where a password is guessed. */
import { createHash } from "node:crypto";

import { createMiddleware } from "hono/factory";

import { networkOf, prefixOf } from "./address.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";
import { failedLogins, PER_NETWORK, scaled } from "./limits.ts";

/** At most so many calls of this kind from one network. */
export function perNetwork(name: keyof typeof PER_NETWORK) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const windows = scaled(PER_NETWORK[name], c.var.settings.limitScale);
    const waitMs = await c.env.LIMITS.getByName(`network ${networkOf(c)}`).take([{ name, cost: 1, windows }]);
    return waitMs > 0 ? tooMany(c, waitMs) : next();
  });
}

/**
 * Tries of one account's password. `begin` counts one as failed and answers with the refusal when there were too many;
 * `succeeded` clears it.
 */
export function loginTries(c: HttpContext, email: string) {
  const account = createHash("sha256").update(email.toLowerCase()).digest("hex");
  const limiter = c.env.LIMITS.getByName(`account ${account}`);
  const prefix = prefixOf(c) ?? "unknown";
  return {
    begin: async (): Promise<Response | null> => {
      const waitMs = await limiter.tryLogin(prefix, failedLogins(c.var.settings.limitScale));
      return waitMs > 0 ? tooMany(c, waitMs) : null;
    },
    succeeded: (): Promise<void> => limiter.loginSucceeded(prefix),
  };
}

function tooMany(c: HttpContext, waitMs: number) {
  return fail(c, "too_many_requests", { retryAfter: Math.ceil(waitMs / 1_000) });
}
