/** Public information about this deployment: its settings and its health. */
import { Hono } from "hono";

import { countPublicTotals } from "../catalogue/public-counts.ts";
import { settingsResponse } from "../contract/auction.ts";
import { countsResponse } from "../contract/counts.ts";
import { doneResponse } from "../contract/fields.ts";
import { MAX_IMAGE_BYTES } from "../contract/images/image-formats.ts";
import { checkDatabase } from "../db/database.ts";
import { replicas } from "../db/replicas.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { serveSharedBody } from "../http/shared-body.ts";
import { toMajor } from "../rules/money.ts";

/** The counts are rounded, and counting reads many rows each time. */
const COUNTS_CACHE_MS = 10 * 60_000;

export const deployment = new Hono<HttpEnv>()
  .get(
    "/settings",
    describeRoute({
      tag: "Service",
      summary: "Get this deployment's currency and limits",
      description:
        "`softCloseSeconds` is the longest soft-close window, or 0 if auctions have none. `google` says whether you " +
        "can sign in with Google.",
      access: "anyone",
      response: settingsResponse,
    }),
    (c) => {
      const { currency, minStartingPriceMinor, minAuctionSeconds, softCloseMs, google } = c.get("settings");
      const settings = {
        currency,
        minStartingPrice: toMajor(minStartingPriceMinor),
        minAuctionSeconds,
        softCloseSeconds: softCloseMs / 1_000,
        maxImageBytes: MAX_IMAGE_BYTES,
        google: google !== null,
      };
      return c.json({ success: true, message: "Settings Fetched", settings });
    },
  )
  .get(
    "/counts",
    describeRoute({
      tag: "Service",
      summary: "Count live auctions, bidders and sales",
      description: "Rounded down, and counted every ten minutes.",
      access: "anyone",
      response: countsResponse,
    }),
    (c) =>
      serveSharedBody(c, {
        type: "application/json",
        cacheMs: COUNTS_CACHE_MS,
        build: async () => {
          const { settings, now } = c.var;
          const counts = await replicas.read(c.env.DB, (replica) => countPublicTotals(replica, settings.currency, now));
          return JSON.stringify({ success: true, message: "Counts Fetched", counts });
        },
      }),
  )
  .get(
    "/healthz",
    describeRoute({
      tag: "Service",
      summary: "Check this deployment's health",
      description: "Queries the database, and fails if it doesn't answer.",
      access: "anyone",
      response: doneResponse,
    }),
    async (c) => {
      await checkDatabase(c.get("db"));
      return c.json({ success: true, message: "Serving" });
    },
  );
