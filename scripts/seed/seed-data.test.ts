import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import sharp from "sharp";
import { describe, expect, it } from "vitest";

import { newPassword, signupInput } from "../../worker/contract/account.ts";
import { createAuctionInput } from "../../worker/contract/auction.ts";
import { auctionIdOfBid } from "../../worker/contract/bid.ts";
import { FIXED_CATEGORIES } from "../../worker/contract/category.ts";
import { detailName, listingDetails } from "../../worker/contract/listing-details.ts";
import { type Auction, evolve, priceOf } from "../../worker/rules/auction.ts";
import { bidIdAt } from "../../worker/rules/bidding.ts";
import { statusAt, WINDOWS_AFTER_WITHDRAWAL } from "../../worker/rules/closing.ts";
import { type Command, decide } from "../../worker/rules/decide.ts";
import { sequenceFacts } from "../../worker/rules/facts.ts";
import { toMinorOrThrow } from "../../worker/rules/money.ts";
import { detailsOf } from "./details.ts";
import { historyOf } from "./history.ts";
import { DEMO_PASSWORD, imageFileOf, PEOPLE, personNamed } from "./people.ts";
import { imageFilesOf, type SampleItem } from "./sample-item.ts";
import { auctionIdOf, SAMPLE_ITEMS } from "./sample-items.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const SOFT_CLOSE_MS = 120_000;
/** Every clone of the repository contains all versions of the images, so they must be small. */
const MAX_IMAGE_BYTES = 4_000_000;

function applyCommand(auction: Auction | null, command: Command, at: number): Auction {
  const decision = decide(auction, command, at);
  if (!decision.ok) throw new Error(`${command.type}: ${decision.refusal.code}`);
  let next = auction;
  for (const fact of sequenceFacts(auction, decision.drafts, at)) next = evolve(next, fact);
  if (!next) throw new Error("the auction was not opened");
  return next;
}

/** Applies the rules to an item's whole history. Throws at the first refusal. */
function simulateAuction(item: SampleItem): Auction {
  const { opensAfterMs, endsAfterMs, bids } = historyOf(item);
  const { title, description, category, startingPrice, increments } = item;
  let auction = applyCommand(
    null,
    {
      type: "open",
      auctionId: auctionIdOf(item),
      sellerId: personNamed(item.seller).id,
      currency: "USD",
      limits: { minStartingPriceMinor: toMinorOrThrow(100), minAuctionMs: 60_000 },
      terms: {
        title,
        description,
        categoryId: category,
        categoryName: "",
        imageKeys: [],
        startingPriceMinor: toMinorOrThrow(startingPrice),
        endsAt: NOW + endsAfterMs,
        increments,
        softCloseMs: SOFT_CLOSE_MS,
        freezeMs: SOFT_CLOSE_MS,
        windowsAfterWithdrawal: WINDOWS_AFTER_WITHDRAWAL,
      },
    },
    NOW + opensAfterMs,
  );
  for (const { bidder, amountMinor, afterMs } of bids) {
    const bidId = bidIdAt(auction.id, auction.seq + 1);
    const bidderId = personNamed(bidder).id;
    auction = applyCommand(auction, { type: "placeBid", bidId, bidderId, amountMinor }, NOW + afterMs);
  }
  return auction;
}

describe("the seeded people", () => {
  it("the seed data has at least eight people, each with a unique ID and email", () => {
    expect(PEOPLE.length).toBeGreaterThanOrEqual(8);
    for (const key of ["id", "email"] as const) {
      expect(new Set(PEOPLE.map((person) => person[key])).size).toBe(PEOPLE.length);
    }
  });

  it("the seeded people satisfy the sign-up form's rules", () => {
    expect(newPassword.safeParse(DEMO_PASSWORD).success).toBe(true);
    for (const { firstName, lastName, email } of PEOPLE) {
      const form = { firstName, lastName, email, password: DEMO_PASSWORD, confirmPassword: DEMO_PASSWORD };
      expect(signupInput.safeParse(form).error).toBeUndefined();
    }
  });
});

describe("the seeded items", () => {
  it("the seed data has at least sixty items, six or more in each of eight categories", () => {
    expect(SAMPLE_ITEMS.length).toBeGreaterThanOrEqual(60);
    for (const { id } of FIXED_CATEGORIES) {
      expect(SAMPLE_ITEMS.filter(({ category }) => category === id).length).toBeGreaterThanOrEqual(6);
    }
  });

  it("the seeded items have unique titles, descriptions and IDs", () => {
    for (const key of ["slug", "title", "description"] as const) {
      expect(new Set(SAMPLE_ITEMS.map((item) => item[key])).size).toBe(SAMPLE_ITEMS.length);
    }
    expect(new Set(SAMPLE_ITEMS.map(auctionIdOf)).size).toBe(SAMPLE_ITEMS.length);
    for (const item of SAMPLE_ITEMS) expect(auctionIdOfBid(bidIdAt(auctionIdOf(item), 2))).toBe(auctionIdOf(item));
  });

  it.each(SAMPLE_ITEMS)("the seeded item satisfies the listing form's rules: $slug", (item) => {
    const { title, description, category, startingPrice, increments } = item;
    const auctionDate = new Date(NOW).toISOString();
    const details = JSON.stringify(detailsOf(item));
    const form = { title, description, category, startingPrice, auctionDate, increments, details };
    expect(createAuctionInput.safeParse(form)).toMatchObject({ success: true, data: { title, description } });
    expect(startingPrice).toBeGreaterThanOrEqual(100);
  });

  it("the seeded items vary in each detail, and some don't state a condition", () => {
    const all = SAMPLE_ITEMS.map((item) => detailsOf(item));
    for (const name of detailName.options) expect(new Set(all.map((details) => details[name])).size).toBeGreaterThan(3);
    const conditions = listingDetails.shape.condition.unwrap().options;
    expect(new Set(all.map(({ condition }) => condition))).toEqual(new Set([...conditions, undefined]));
  });
});

describe("the seeded histories", () => {
  it.each(SAMPLE_ITEMS)("the seeded history obeys the auction rules: $slug", (item) => {
    const auction = simulateAuction(item);
    expect(auction.bidCount).toBe(item.story.bidCount);
    const { leader } = item.story;
    const leaderId = auction.top?.bid.bidderId;
    expect(leader === undefined ? leaderId : personNamed(leader).id).toBe(leaderId);
    const hasEnded = item.story.endsInMinutes < 0;
    expect(statusAt(auction, NOW)).toBe(hasEnded ? (item.story.bidCount > 0 ? "Sold" : "Expired") : "Live");
  });

  it("each seeded history ends near the price planned for its item", () => {
    for (const item of SAMPLE_ITEMS.filter(({ story }) => story.bidCount > 1)) {
      const price = priceOf(simulateAuction(item)) ?? 0;
      expect(price / toMinorOrThrow(item.startingPrice) / (item.story.priceMultiple ?? 1)).toBeGreaterThan(0.9);
      expect(price / toMinorOrThrow(item.startingPrice) / (item.story.priceMultiple ?? 1)).toBeLessThan(1.25);
    }
  });

  it("the seeded auctions include live, sold, expired, extended and bidless ones", () => {
    const auctions = SAMPLE_ITEMS.map(simulateAuction);
    const endingWithin = (minutes: number) =>
      auctions.filter(({ endsAt }) => endsAt > NOW && endsAt < NOW + minutes * 60_000).length;
    expect(endingWithin(10)).toBeGreaterThanOrEqual(2);
    expect(endingWithin(90)).toBeGreaterThanOrEqual(10);
    expect(auctions.filter(({ endsAt }) => endsAt > NOW + 7 * 86_400_000).length).toBeGreaterThanOrEqual(5);
    expect(auctions.filter((auction) => statusAt(auction, NOW) === "Sold").length).toBeGreaterThanOrEqual(8);
    expect(auctions.filter((auction) => statusAt(auction, NOW) === "Expired").length).toBeGreaterThanOrEqual(2);
    expect(auctions.filter(({ extensions }) => extensions > 0).length).toBeGreaterThanOrEqual(3);
    expect(auctions.filter(({ bidCount }) => bidCount >= 30).length).toBeGreaterThanOrEqual(5);
    expect(auctions.filter((auction) => auction.bidCount === 0 && auction.endsAt > NOW).length).toBeGreaterThanOrEqual(
      2,
    );
  });

  it("seeding produces the same histories every time", () => {
    for (const item of SAMPLE_ITEMS) expect(historyOf(item)).toEqual(historyOf(item));
  });
});

describe("the images", () => {
  const folders = [
    { folder: "images/items", fileNames: SAMPLE_ITEMS.flatMap(imageFilesOf), width: 1_200, height: 900 },
    { folder: "images/people", fileNames: PEOPLE.map(imageFileOf), width: 512, height: 512 },
  ];
  const fileOf = (folder: string, name: string) => path.join(import.meta.dirname, folder, name);

  it.each(folders)("$folder holds exactly the images named in the seed data", ({ folder, fileNames }) => {
    expect(readdirSync(path.join(import.meta.dirname, folder)).toSorted()).toEqual(fileNames.toSorted());
  });

  it.each(folders)(
    "the images in $folder are WebP, $width by $height",
    async ({ folder, fileNames, width, height }) => {
      for (const name of fileNames) {
        const { format, ...size } = await sharp(fileOf(folder, name)).metadata();
        expect({ name, format, width: size.width, height: size.height }).toEqual({
          name,
          format: "webp",
          width,
          height,
        });
      }
    },
  );

  it("the seed images are all different, and small enough for the repository", () => {
    const contents = folders.flatMap(({ folder, fileNames }) =>
      fileNames.map((name) => readFileSync(fileOf(folder, name))),
    );
    expect(new Set(contents.map((bytes) => bytes.toString("base64"))).size).toBe(contents.length);
    expect(contents.reduce((sum, bytes) => sum + bytes.length, 0)).toBeLessThan(MAX_IMAGE_BYTES);
  });
});
