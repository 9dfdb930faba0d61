/**
 * The last page of the window in which someone signs in with Google: it tells the page that opened it how it went, and
 * closes. What it tells is in an attribute and read by a script of ours (web/public/google-window.js; how it looks is in
 * google-window.css), so that the policy of our pages holds here too.
 */
import { html } from "hono/html";

import type { ErrorCode } from "../contract/errors.ts";
import { ERRORS } from "../contract/errors.ts";
import type { GoogleMessage } from "../contract/google.ts";
import type { HttpContext } from "../http/context.ts";
import { fail } from "../http/failure.ts";

const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  "Cache-Control": "no-store",
  Vary: "Cookie",
};

export function tellOpener(c: HttpContext, message: GoogleMessage, text: string, status: 200 | ErrorStatus = 200) {
  return c.html(
    html`<!doctype html>
      <html lang="en" data-message="${JSON.stringify(message)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="robots" content="noindex" />
          <title>Google · Lotline</title>
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

/** What the window tells the page that opened it, and after how many seconds another try may go better. */
type Told = { readonly message?: GoogleMessage; readonly retryAfter?: number };

/** A failure on the way: a page for the window, which has no other way of hearing of it; for programs the one body. */
export function failInWindow(c: HttpContext, code: ErrorCode, { message = { type: "failed" }, ...told }: Told = {}) {
  if (!(c.req.header("accept") ?? "").includes("text/html")) return fail(c, code, told);
  c.set("failedWith", code);
  if (told.retryAfter !== undefined) c.header("Retry-After", String(told.retryAfter));
  return tellOpener(c, message, ERRORS[code].message, ERRORS[code].status);
}
