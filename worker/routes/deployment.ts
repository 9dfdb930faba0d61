/** Public information about this deployment: its settings and its health. */
import { Hono } from "hono";

import { checkCatalogue } from "../catalogue/database.ts";
import { settingsAnswer } from "../contract/auction.ts";
import { doneAnswer } from "../contract/fields.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { MAX_IMAGE_BYTES } from "../images/check.ts";
import { toMajor } from "../rules/money.ts";

export const deployment = new Hono<HttpEnv>()
  .get(
    "/settings",
    described({
      tag: "Service",
      summary: "Currency and limits of this deployment",
      by: "anyone",
      does: "reads",
      answer: settingsAnswer,
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
    "/healthz",
    described({
      tag: "Service",
      summary: "Whether this deployment is healthy",
      by: "anyone",
      does: "reads",
      answer: doneAnswer,
    }),
    async (c) => {
      await checkCatalogue(c.get("catalogue"));
      return c.json({ success: true, message: "Serving" });
    },
  );
