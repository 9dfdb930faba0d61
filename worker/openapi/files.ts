/** The API's document and its page as files for the build, at the URLs where the Worker serves them. */
import { html } from "hono/html";

import { app } from "../app.ts";
import { documentOf } from "./document.ts";

/** The page with Swagger UI (scripts/build/api-page.ts), which web/public/api-page.js sets up. */
const pageOf = (siteName: string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${siteName} API</title>
        <link rel="stylesheet" href="/swagger-ui.css" />
        <link rel="stylesheet" href="/api-page.css" />
      </head>
      <body>
        <header><a class="home" href="/">${siteName}</a></header>
        <div id="api"></div>
        <script src="/swagger-ui-bundle.js"></script>
        <script src="/api-page.js"></script>
      </body>
    </html> `;

export async function apiFiles(siteName: string): Promise<Readonly<Record<string, string>>> {
  return {
    "api/v1/openapi.json": JSON.stringify(await documentOf(app, siteName)),
    "api/v1/docs.html": String(await pageOf(siteName)),
  };
}
