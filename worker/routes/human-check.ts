/**
 * The human check, for people whose network has used up a limit. Our pages show a page with Cloudflare's widget in a
 * frame. A call verifies the widget's token and gives this browser a pass.
 */
import { Hono } from "hono";

import { doneResponse } from "../contract/fields.ts";
import { humanCheckInput } from "../contract/security.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { setHumanPass } from "../http/human-pass.ts";
import { humanCheckLimit } from "../http/memory-limits.ts";
import { validate } from "../http/validation.ts";
import { isConfirmedHuman } from "../human-check/human-pass.ts";
import { humanCheckPage } from "../pages/human-check-page.ts";

export const humanCheck = new Hono<HttpEnv>()
  .get(
    "/human-check",
    describeRoute({
      tag: "Accounts",
      summary: "Get the human verification page",
      description: "For an iframe on our own pages. Posts its token to the parent page.",
      access: "anyone",
      response: { content: { "text/html": { schema: { type: "string" } } } },
      refuses: ["not_found"],
    }),
    (c) => {
      const { turnstile } = c.get("settings");
      return turnstile ? humanCheckPage(c, turnstile) : fail(c, "not_found");
    },
  )
  .post(
    "/human-check",
    describeRoute({
      tag: "Accounts",
      summary: "Verify you are human",
      description:
        "Use it after an error with `humanCheck` in its details. Sets a cookie for an hour. Calls then count toward this browser's limits, not its network's.",
      access: "anyone",
      setsCookie: true,
      response: doneResponse,
      refuses: ["human_check_not_passed", "not_found"],
    }),
    humanCheckLimit,
    jsonBody,
    validate("json", humanCheckInput),
    async (c) => {
      const { turnstile, passwordPepper } = c.get("settings");
      if (!turnstile || passwordPepper === null) return fail(c, "not_found");
      const ipAddress = c.req.header("cf-connecting-ip") ?? null;
      const { hostname } = new URL(c.req.url);
      const isConfirmed = await isConfirmedHuman(turnstile, c.req.valid("json").token, ipAddress, hostname);
      if (!isConfirmed) return fail(c, "human_check_not_passed");
      setHumanPass(c, passwordPepper);
      return c.json({ success: true, message: "Thank you" });
    },
  );
