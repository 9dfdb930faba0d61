import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import sharp from "sharp";
import { describe, expect, it } from "vitest";

import { newPassword, signupInput } from "../../worker/contract/account.ts";
import { createAuctionInput } from "../../worker/contract/auction.ts";
import { auctionOfBid } from "../../worker/contract/bid.ts";
import { FIXED_CATEGORIES } from "../../worker/contract/category.ts";
import { detailName, listingDetails } from "../../worker/contract/listing-details.ts";
import { type Auction, evolve, priceOf } from "../../worker/rules/auction.ts";
import { bidIdAt } from "../../worker/rules/bidding.ts";
import { statusAt, WINDOWS_AFTER_WITHDRAWAL } from "../../worker/rules/closing.ts";
import { type Command, decide } from "../../worker/rules/decide.ts";
import { record } from "../../worker/rules/facts.ts";
import { minorOf } from "../../worker/rules/money.ts";
import { detailsOf } from "./details.ts";
import { historyOf } from "./history.ts";
import { imagesOf, type SampleLot } from "./lot.ts";
import { auctionIdOf, LOTS } from "./lots.ts";
import { DEMO_PASSWORD, imageOf, PEOPLE, personNamed } from "./people.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const SOFT_CLOSE_MS = 120_000;
/** Every clone of the repository contains all versions of the images, so they must be small. */
const MAX_IMAGE_BYTES = 4_000_000;

function obey(auction: Auction | null, command: Command, at: number): Auction {
  const decision = decide(auction, command, at);
  if (!decision.ok) throw new Error(`${command.type}: ${decision.refusal.code}`);
  let next = auction;
  for (const fact of record(auction, decision.drafts, at)) next = evolve(next, fact);
  if (!next) throw new Error("the auction was not opened");
  return next;
}

/** Applies the rules to an item's whole history. Throws at the first refusal. */
function lived(lot: SampleLot): Auction {
  const { opensAfterMs, endsAfterMs, bids } = historyOf(lot);
  const { title, description, category, startingPrice, increments } = lot;
  let auction = obey(
    null,
    {
      type: "open",
      auctionId: auctionIdOf(lot),
      sellerId: personNamed(lot.seller).id,
      currency: "USD",
      limits: { minStartingPriceMinor: minorOf(100), minAuctionMs: 60_000 },
      terms: {
        title,
        description,
        categoryId: category,
        categoryName: "",
        imageKeys: [],
        startingPriceMinor: minorOf(startingPrice),
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
    auction = obey(auction, { type: "placeBid", bidId, bidderId, amountMinor }, NOW + afterMs);
  }
  return auction;
}

describe("the seeded people", () => {
  it("the data has at least eight people, each with a unique ID and email address", () => {
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
  it("the data has at least sixty items, six or more in each of eight categories", () => {
    expect(LOTS.length).toBeGreaterThanOrEqual(60);
    for (const { id } of FIXED_CATEGORIES) {
      expect(LOTS.filter(({ category }) => category === id).length).toBeGreaterThanOrEqual(6);
    }
  });

  it("the seeded items have unique titles, texts and IDs", () => {
    for (const key of ["slug", "title", "description"] as const) {
      expect(new Set(LOTS.map((lot) => lot[key])).size).toBe(LOTS.length);
    }
    expect(new Set(LOTS.map(auctionIdOf)).size).toBe(LOTS.length);
    for (const lot of LOTS) expect(auctionOfBid(bidIdAt(auctionIdOf(lot), 2))).toBe(auctionIdOf(lot));
  });

  it.each(LOTS)("the seeded item satisfies the listing form's rules: $slug", (lot) => {
    const { title, description, category, startingPrice, increments } = lot;
    const auctionDate = new Date(NOW).toISOString();
    const details = JSON.stringify(detailsOf(lot));
    const form = { title, description, category, startingPrice, auctionDate, increments, details };
    expect(createAuctionInput.safeParse(form)).toMatchObject({ success: true, data: { title, description } });
    expect(startingPrice).toBeGreaterThanOrEqual(100);
  });

  it("the seeded items vary in each detail, and some have none", () => {
    const all = LOTS.map((lot) => detailsOf(lot));
    for (const name of detailName.options) expect(new Set(all.map((details) => details[name])).size).toBeGreaterThan(3);
    const conditions = listingDetails.shape.condition.unwrap().options;
    expect(new Set(all.map(({ condition }) => condition))).toEqual(new Set([...conditions, undefined]));
  });
});

describe("the seeded histories", () => {
  it.each(LOTS)("the seeded history obeys the auction rules: $slug", (lot) => {
    const auction = lived(lot);
    expect(auction.bidCount).toBe(lot.story.bids);
    const { leader } = lot.story;
    const led = auction.top?.bid.bidderId;
    expect(leader === undefined ? led : personNamed(leader).id).toBe(led);
    const over = lot.story.endsInMinutes < 0;
    expect(statusAt(auction, NOW)).toBe(over ? (lot.story.bids > 0 ? "Sold" : "Expired") : "Live");
  });

  it("the seeded histories reach roughly the price in their story", () => {
    for (const lot of LOTS.filter(({ story }) => story.bids > 1)) {
      const price = priceOf(lived(lot)) ?? 0;
      expect(price / minorOf(lot.startingPrice) / (lot.story.climb ?? 1)).toBeGreaterThan(0.9);
      expect(price / minorOf(lot.startingPrice) / (lot.story.climb ?? 1)).toBeLessThan(1.25);
    }
  });

  it("the seeded histories cover every auction state, with no, few and many bids", () => {
    const lives = LOTS.map(lived);
    const endingWithin = (minutes: number) =>
      lives.filter(({ endsAt }) => endsAt > NOW && endsAt < NOW + minutes * 60_000).length;
    expect(endingWithin(10)).toBeGreaterThanOrEqual(2);
    expect(endingWithin(90)).toBeGreaterThanOrEqual(10);
    expect(lives.filter(({ endsAt }) => endsAt > NOW + 7 * 86_400_000).length).toBeGreaterThanOrEqual(5);
    expect(lives.filter((life) => statusAt(life, NOW) === "Sold").length).toBeGreaterThanOrEqual(8);
    expect(lives.filter((life) => statusAt(life, NOW) === "Expired").length).toBeGreaterThanOrEqual(2);
    expect(lives.filter(({ extensions }) => extensions > 0).length).toBeGreaterThanOrEqual(3);
    expect(lives.filter(({ bidCount }) => bidCount >= 30).length).toBeGreaterThanOrEqual(5);
    expect(lives.filter((life) => life.bidCount === 0 && life.endsAt > NOW).length).toBeGreaterThanOrEqual(2);
  });

  it("seeding produces the same histories every time", () => {
    for (const lot of LOTS) expect(historyOf(lot)).toEqual(historyOf(lot));
  });
});

describe("the images", () => {
  const places = [
    { place: "images/lots", named: LOTS.flatMap(imagesOf), width: 1_200, height: 900 },
    { place: "images/people", named: PEOPLE.map(imageOf), width: 512, height: 512 },
  ];
  const fileOf = (place: string, name: string) => path.join(import.meta.dirname, place, name);

  it.each(places)("$place holds exactly the images that the data names", ({ place, named }) => {
    expect(readdirSync(path.join(import.meta.dirname, place)).toSorted()).toEqual(named.toSorted());
  });

  it.each(places)("the images in $place are WebP, $width by $height", async ({ place, named, width, height }) => {
    for (const name of named) {
      const { format, ...size } = await sharp(fileOf(place, name)).metadata();
      expect({ name, format, width: size.width, height: size.height }).toEqual({ name, format: "webp", width, height });
    }
  });

  it("the images are all different, and small enough for the repository", () => {
    const contents = places.flatMap(({ place, named }) => named.map((name) => readFileSync(fileOf(place, name))));
    expect(new Set(contents.map((bytes) => bytes.toString("base64"))).size).toBe(contents.length);
    expect(contents.reduce((sum, bytes) => sum + bytes.length, 0)).toBeLessThan(MAX_IMAGE_BYTES);
  });
});
