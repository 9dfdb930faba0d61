/** The OpenAPI document, generated once per isolate from the routes and the contract's schemas. */
import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";

import type { HttpEnv } from "../http/context.ts";
import { TAGS } from "../http/described.ts";
import { SESSION_COOKIE } from "../http/session.ts";

const DESCRIPTION =
  "Amounts are major units with at most two decimals, times are ISO 8601 in UTC. Every answer carries `success` and " +
  "`message`; a failure also carries one `code` and the `requestId` that identifies it in the log. Calls that change " +
  "data are refused when they come from another site's page. The two live channels are WebSockets.";

export type ApiDocument = Awaited<ReturnType<typeof generateSpecs>>;

const generated = new WeakMap<Hono<HttpEnv>, Promise<ApiDocument>>();

export function documentOf(app: Hono<HttpEnv>): Promise<ApiDocument> {
  let document = generated.get(app);
  if (!document) {
    document = generateSpecs(app, {
      // The library's default describes another error body than ours, which `described` adds.
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
    generated.set(app, document);
  }
  return document;
}
