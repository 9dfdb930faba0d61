/**
 * The page with Cloudflare's widget, for a frame in our own pages (`web/features/account/human-check.tsx`). It is
 * separate, so that no other page contains Cloudflare's script, or a policy that allows it. Its script is
 * `web/public/human-check.js`.
 */
import { html } from "hono/html";

import type { HttpContext } from "../http/context.ts";
import { HUMAN_CHECK_ACTION } from "../human-check/human-pass.ts";
import type { TurnstileSettings } from "../settings/settings.ts";

export function humanCheckPage(c: HttpContext, { siteKey, url }: TurnstileSettings) {
  const { origin } = new URL(url);
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="robots" content="noindex" />
          <title>Are you human? · ${c.get("settings").siteName}</title>
          <meta name="color-scheme" content="light dark" />
          <link rel="stylesheet" href="/human-check.css" />
          <script src="/human-check.js"></script>
          <script src="${url}/api.js" async defer></script>
        </head>
        <body>
          <div
            class="cf-turnstile"
            data-sitekey="${siteKey}"
            data-action="${HUMAN_CHECK_ACTION}"
            data-callback="sendToken"
            data-size="flexible"
          ></div>
        </body>
      </html>`,
    200,
    {
      "Content-Security-Policy": `default-src 'none'; script-src 'self' ${origin}; frame-src ${origin}; style-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'self'`,
      "Cache-Control": "no-store",
    },
  );
}
