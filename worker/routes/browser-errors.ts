/** Errors that browsers report, for the log. Nothing is stored, and no line identifies a person. */
import { Hono } from "hono";

import { deviceOf } from "../accounts/device.ts";
import { anonymousText, browserErrorInput } from "../contract/browser-error.ts";
import { doneResponse } from "../contract/fields.ts";
import { isPagePattern } from "../contract/urls/pages.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { LogSample } from "../http/log-sample.ts";
import { browserErrorLimit } from "../http/memory-limits.ts";
import { validate } from "../http/validation.ts";
import { writeMetric } from "../platform/metrics.ts";

/** A file of this site, with line and column. */
const PLACE = /^\/[\w./-]{1,90}:\d{1,6}:\d{1,7}$/;

const logSample = new LogSample();

export const browserErrors = new Hono<HttpEnv>().post(
  "/browser-errors",
  describeRoute({
    tag: "Service",
    summary: "Report a page error",
    description: "Goes to the log, which keeps a sample. Don't include personal data.",
    access: "anyone",
    response: doneResponse,
  }),
  browserErrorLimit,
  jsonBody,
  validate("json", browserErrorInput),
  (c) => {
    const { kind, page, message, place } = c.req.valid("json");
    const loggedPage = isPagePattern(page) ? page : "unknown";
    writeMetric(c.env.METRICS, "browser_error", loggedPage);
    const standsFor = logSample.countLine(c.get("now"));
    if (standsFor > 0) {
      const loggedFields = {
        kind,
        page: loggedPage,
        message: anonymousText(message),
        place: PLACE.test(place) ? place : "unknown",
        browser: deviceOf(c.req.header("user-agent") ?? ""),
      };
      console.warn(JSON.stringify({ event: "browser_error", ...loggedFields, standsFor }));
    }
    return c.json({ success: true, message: "Error Noted" });
  },
);
