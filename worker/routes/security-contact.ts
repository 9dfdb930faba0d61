/** `/.well-known/security.txt` (RFC 9116): where to report a security problem with this deployment. */
import { Hono } from "hono";

import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";

const DAY_MS = 86_400_000;
/** The file is made for each request, so only a saved copy can expire. */
const VALID_DAYS = 90;

export const securityContact = new Hono<HttpEnv>().get(
  "/security.txt",
  describeRoute({
    tag: "Service",
    summary: "Get the address for security reports",
    access: "anyone",
    response: { content: { "text/plain": { schema: { type: "string" } } } },
    refuses: ["not_found"],
  }),
  (c) => {
    const { settings, now } = c.var;
    if (settings.securityContact === null) return fail(c, "not_found");
    const expires = new Date(Math.floor(now / DAY_MS + VALID_DAYS) * DAY_MS).toISOString();
    const lines = [
      `Contact: ${settings.securityContact}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en",
      `Canonical: ${new URL(c.req.url).origin}/.well-known/security.txt`,
    ];
    return c.text(`${lines.join("\n")}\n`, 200, { "Cache-Control": "no-cache" });
  },
);
