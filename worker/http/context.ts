/** The request context that middleware sets up for every handler. */
import type { Context } from "hono";

import type { ConfirmedSession, Session } from "../accounts/sessions.ts";
import type { ErrorCode } from "../contract/errors.ts";
import type { Database } from "../db/database.ts";
import type { Settings } from "../settings/settings.ts";

export type HttpEnv = {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** The start of this request (epoch ms), and the only clock that its handlers use. */
    now: number;
    settings: Settings;
    db: Database;
    /** The body as `body.ts` has read it: a JSON value, or the fields of a form. */
    body?: unknown;
    /** The session in the cookie's token, which may have ended. */
    cookieSession: Session | null;
    /** Present after `signedIn`, and on sockets when the visitor has a session. */
    session?: Session;
    /** The session as the person's inbox has confirmed it, if it was called. */
    confirmedSession?: ConfirmedSession;
    /** The idempotency key of a command, if it was sent (idempotency-key.ts). */
    idempotencyKey?: string;
    /** Whether this sign-up was counted before its form was read. */
    signupCounted?: boolean;
    /** The account that this device is known to, if the sign-in attempt was counted for the device. */
    countedForAccount?: string;
    /** The name of the limiter that has counted this sign-in as a failed one. */
    loginLimiterName?: string;
    /** The error code of the response, for the log. */
    failedWith?: ErrorCode;
  };
};

export type HttpContext = Context<HttpEnv>;

/**
 * The error codes that a route can answer with, as its description lists them (`describe-route.ts`). This is a type,
 * never a value, and part of the validated input, because Hono's types share the variables of all routes in a file.
 */
export type Refusing<Code extends ErrorCode> = { out: { refuses: Code } };
