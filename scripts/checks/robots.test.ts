/** robots.txt as crawlers read it. Older ones apply the first rule that matches, and others the longest. */
import { expect, it } from "vitest";

import { crawlVerdicts } from "./robots-verdict.ts";

it.each([
  "/",
  "/auctions",
  "/auction/0123456789abcdef0123456789abcdef",
  "/share.png",
  "/assets/index.js",
  "/api/v1/images/auctions/0123456789abcdef/0123?w=1280",
  "/api/v1/auction/fetchAllAuctions?limit=20",
  "/api/v1/auction/fetchSpecificAuction?auctionId=1",
  "/api/v1/auction/featured",
  "/api/v1/auction/0123456789abcdef0123456789abcdef/watchers",
  "/api/v1/seller/0123456789abcdef0123456789abcdef",
  "/api/v1/settings",
  "/api/v1/counts",
  "/seller/0123456789abcdef0123456789abcdef",
  "/sitemap.xml",
])("crawlers may read %s", (address) => {
  expect(crawlVerdicts(address)).toEqual({ first: true, longest: true });
});

it.each([
  "/api/v1/user/profile",
  "/api/v1/auth/login",
  "/api/v1/moderation/reports",
  "/dashboard/history",
  "/dashboard",
])("crawlers may not read %s", (address) => {
  expect(crawlVerdicts(address)).toEqual({ first: false, longest: false });
});
