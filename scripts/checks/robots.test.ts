/** robots.txt as crawlers read it: some take the first rule that matches (the older ones), others the longest. */
import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { ROOT } from "../server/project.ts";

type Rule = { readonly allow: boolean; readonly prefix: string };

const rules = readFileSync(path.join(ROOT, "web/public/robots.txt"), "utf8")
  .split("\n")
  .flatMap((line): Rule[] => {
    const [, kind, prefix] = /^(Allow|Disallow): (\S+)$/.exec(line) ?? [];
    return kind === undefined || prefix === undefined ? [] : [{ allow: kind === "Allow", prefix }];
  });

function verdicts(address: string): { first: boolean; longest: boolean } {
  const matching = rules.filter(({ prefix }) => address.startsWith(prefix));
  const longest = matching.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return { first: matching[0]?.allow ?? true, longest: longest[0]?.allow ?? true };
}

it.each([
  "/",
  "/auctions",
  "/auction/0123456789abcdef0123456789abcdef",
  "/share.png",
  "/assets/index.js",
  "/api/v1/images/auctions/0123456789abcdef0123456789abcdef/0123?w=1280",
  "/api/v1/auction/fetchAllAuctions?limit=20",
  "/api/v1/auction/fetchSpecificAuction?auctionId=1",
  "/api/v1/auction/featured",
])("crawlers may read %s", (address) => {
  expect(verdicts(address)).toEqual({ first: true, longest: true });
});

it.each(["/api/v1/user/profile", "/api/v1/auth/login", "/api/v1/moderation/reports", "/dashboard/history"])(
  "crawlers may not read %s",
  (address) => {
    expect(verdicts(address)).toEqual({ first: false, longest: false });
  },
);
