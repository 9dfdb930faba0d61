/** What everyone may know of this deployment: its settings, and whether it serves. */
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
      tag: "House",
      summary: "Currency and limits of this deployment",
      by: "anyone",
      does: "reads",
      answer: settingsAnswer,
    }),
    (c) => {
      const { currency, minStartingPriceMinor, minAuctionSeconds, google } = c.get("settings");
      const settings = {
        currency,
        minStartingPrice: toMajor(minStartingPriceMinor),
        minAuctionSeconds,
        maxImageBytes: MAX_IMAGE_BYTES,
        google: google !== null,
      };
      return c.json({ success: true, message: "Settings Fetched", settings });
    },
  )
  .get(
    "/healthz",
    described({
      tag: "House",
      summary: "Whether this deployment serves",
      by: "anyone",
      does: "reads",
      answer: doneAnswer,
    }),
    async (c) => {
      await checkCatalogue(c.get("catalogue"));
      return c.json({ success: true, message: "Serving" });
    },
  );
