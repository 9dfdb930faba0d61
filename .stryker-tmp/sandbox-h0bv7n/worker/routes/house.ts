/** What everyone may know of this deployment: its settings, and whether it serves. */
// @ts-nocheck

import { Hono } from "hono";

import { checkCatalogue } from "../catalogue/database.ts";
import type { HttpEnv } from "../http/context.ts";
import { MAX_IMAGE_BYTES } from "../images/check.ts";
import { toMajor } from "../rules/money.ts";

export const house = new Hono<HttpEnv>()
  .get("/settings", (c) => {
    const { currency, minStartingPriceMinor, minAuctionSeconds } = c.var.settings;
    const settings = {
      currency,
      minStartingPrice: toMajor(minStartingPriceMinor),
      minAuctionSeconds,
      maxImageBytes: MAX_IMAGE_BYTES,
      google: false,
    };
    return c.json({ success: true, message: "Settings Fetched", settings });
  })
  .get("/healthz", async (c) => {
    await checkCatalogue(c.var.catalogue);
    return c.json({ success: true, message: "Serving" });
  });
