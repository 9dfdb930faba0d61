/**
 * The last page of the Google sign-in window. It passes the result to the page that opened it, and closes. The message
 * is in an attribute, and `web/public/google-window.js` reads it (styles: `google-window.css`), because the content
 * security policy forbids inline scripts.
 */
import { html } from "hono/html";

import type { ErrorCode } from "../contract/errors.ts";
import { ERRORS } from "../contract/errors.ts";
import type { GoogleMessage } from "../contract/google.ts";
import type { HttpContext } from "../http/context.ts";
import { fail } from "../http/failure.ts";

const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "Cache-Control": "no-store",
  Vary: "Cookie",
};

export function popupPage(c: HttpContext, message: GoogleMessage, text: string, status: 200 | ErrorStatus = 200) {
  return c.html(
    html`<!doctype html>
      <html lang="en" data-message="${JSON.stringify(message)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="robots" content="noindex" />
          <title>Google · ${c.get("settings").siteName}</title>
          <meta name="color-scheme" content="light dark" />
          <link rel="stylesheet" href="/google-window.css" />
          <script src="/google-window.js" defer></script>
        </head>
        <body>
          <main>
            <img src="/icon.svg" alt="" width="40" height="40" />
            <h1>${text}</h1>
            <p>You can close this window.</p>
          </main>
        </body>
      </html>`,
    status,
    HEADERS,
  );
}

type ErrorStatus = (typeof ERRORS)[ErrorCode]["status"];

/** The message, if it isn't the default for the code, and the seconds until the user can try again. */
type PopupFailure = { readonly message?: string; readonly retryAfter?: number };

/**
 * A failure during sign-in: an HTML page for the window, or the usual failure body for clients that don't accept HTML.
 */
export function failInPopup(
  c: HttpContext,
  code: ErrorCode,
  failureFields: PopupFailure = {},
  message?: GoogleMessage,
) {
  if (!(c.req.header("accept") ?? "").includes("text/html")) return fail(c, code, failureFields);
  c.set("failedWith", code);
  if (failureFields.retryAfter !== undefined) c.header("Retry-After", String(failureFields.retryAfter));
  const reason = failureFields.message ?? ERRORS[code].message;
  return popupPage(c, message ?? { type: "failed", reason }, reason, ERRORS[code].status);
}
