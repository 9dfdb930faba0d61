/** What every handler finds in its context. */
import type { Context } from "hono";

import type { Session } from "../accounts/sessions.ts";
import type { Catalogue } from "../catalogue/database.ts";
import type { ErrorCode } from "../contract/errors.ts";
import type { Settings } from "../settings.ts";

export type HttpEnv = {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** Epoch ms: the one `now` of this request. */
    now: number;
    settings: Settings;
    catalogue: Catalogue;
    /** Present behind `signedIn`, and on the sockets when the visitor has a session. */
    session?: Session;
    /** The key of a command, where it has one; see idempotency-key.ts. */
    key?: string;
    /** Whether this request, unread, was already counted as an upload. */
    uploadCounted?: boolean;
    /** What the request failed with, for its line in the log. */
    failedWith?: ErrorCode;
  };
};

export type HttpContext = Context<HttpEnv>;
