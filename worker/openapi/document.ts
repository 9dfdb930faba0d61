/** The API's document, made once in each isolate from the routes themselves and the contract's schemas. */
import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";

import type { HttpEnv } from "../http/context.ts";
import { TAGS } from "../http/described.ts";
import { SESSION_COOKIE } from "../http/session.ts";

const DESCRIPTION =
  "Amounts are major units with at most two decimals, times are ISO 8601 in UTC. Every answer carries `success` and " +
  "`message`; a failure also carries one `code` and the `requestId` that the log knows it by. Calls that change " +
  "something are refused when they come from the page of another site. The two live channels are WebSockets.";

export type ApiDocument = Awaited<ReturnType<typeof generateSpecs>>;

const made = new WeakMap<Hono<HttpEnv>, Promise<ApiDocument>>();

export function documentOf(app: Hono<HttpEnv>): Promise<ApiDocument> {
  let document = made.get(app);
  if (!document) {
    document = generateSpecs(app, {
      // Ours are described; the library's own would be another error body.
      defaultValidationErrorResponse: false,
      excludeStaticFile: false,
      documentation: {
        info: { title: "Lotline", version: "1", description: DESCRIPTION },
        tags: TAGS.map((name) => ({ name })),
        components: {
          securitySchemes: { session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE } },
        },
      },
    });
    made.set(app, document);
  }
  return document;
}
