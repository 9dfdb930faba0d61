/**
 * The seeding Worker, which is never deployed. For a few seconds before the first start, it runs in place of the
 * product, on the same data. It receives the images of each person and item, and contains their data and history.
 * Requests can be repeated, and existing data is kept.
 */
import { maskEmail } from "../../../worker/accounts/masked-email.ts";
import { hashPassword } from "../../../worker/accounts/passwords.ts";
import { findSignInAccount, insertUser } from "../../../worker/accounts/queries/people.ts";
import { watch } from "../../../worker/activity/watchlist.ts";
import { imageUrl } from "../../../worker/contract/fields.ts";
import { toStoredDetails } from "../../../worker/contract/listing-details.ts";
import { type Database, openDatabase } from "../../../worker/db/database.ts";
import { deliverDealNotices } from "../../../worker/deals/deal-notices.ts";
import { findDeal } from "../../../worker/deals/deal-rows.ts";
import { takeDealStep } from "../../../worker/deals/steps.ts";
import { toEncodedImage, type EncodedImage } from "../../../worker/images/encode.ts";
import { storeImage } from "../../../worker/images/store.ts";
import { selectOfferedCategory } from "../../../worker/listings/queries/categories.ts";
import { deliverRatingNotice } from "../../../worker/ratings/rating-notices.ts";
import { rateDeal, replyToRating } from "../../../worker/ratings/ratings.ts";
import type { Actor } from "../../../worker/rpc/room-rpc.ts";
import { WINDOWS_AFTER_WITHDRAWAL } from "../../../worker/rules/closing.ts";
import type { DealStep } from "../../../worker/rules/deal-steps.ts";
import { MINOR_PER_MAJOR } from "../../../worker/rules/money.ts";
import { type Settings, settingsOf } from "../../../worker/settings/settings.ts";
import { detailsOf } from "../details.ts";
import { historyOf } from "../history.ts";
import { DEMO_PASSWORD, PEOPLE, personNamed, type SeededPerson } from "../people.ts";
import type { SampleItem } from "../sample-item.ts";
import { auctionIdOf, SAMPLE_ITEMS, watchersOf } from "../sample-items.ts";
import { ratingsOf, type SampleRatings } from "../sample-ratings.ts";
import { type AuctionRoom, requireAccepted } from "./auction-room.ts";

export { Inbox } from "../../../worker/inbox/inbox.ts";
export { Limiter } from "../../../worker/rate-limits/limiter.ts";
export { AudienceRelay } from "../../../worker/room/live/relay.ts";
export { AuctionRoom } from "./auction-room.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type SeedEnv = Omit<Env, "AUCTION_ROOM"> & {
  readonly AUCTION_ROOM: DurableObjectNamespace<AuctionRoom>;
  /** A secret that only the seeding process knows, so that no web page can send requests to this Worker. */
  readonly SEED_TOKEN: string;
};
type SeedContext = { readonly env: SeedEnv; readonly settings: Settings; readonly db: Database };

export default {
  async fetch(request: Request, env: SeedEnv & Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/v1/healthz") return new Response();
    if (request.headers.get("authorization") !== `Bearer ${env.SEED_TOKEN}`) return new Response(null, { status: 401 });
    const [, kind, key] = /^\/api\/seed\/(people|items)\/([\w-]+)$/.exec(pathname) ?? [];
    const seeding = { env, settings: settingsOf(env), db: openDatabase(env.DB) };
    const images: EncodedImage[] = [];
    for (const file of (await request.formData()).getAll("image")) {
      if (typeof file === "string") return new Response("an image must be a file", { status: 422 });
      // The project's own file, so it doesn't need to be encoded again.
      const image = toEncodedImage(new Uint8Array(await file.arrayBuffer()));
      if (!image) return new Response("the image is not WebP", { status: 422 });
      images.push(image);
    }
    const [cover] = images;
    if (!cover) return new Response("there is no image", { status: 422 });
    const person = PEOPLE.find(({ name }) => kind === "people" && name === key);
    const item = SAMPLE_ITEMS.find(({ slug }) => kind === "items" && slug === key);
    try {
      if (person) await seedPerson(seeding, person, cover);
      else if (item) await seedItem(seeding, item, images);
      else return new Response(null, { status: 404 });
    } catch (error) {
      return new Response(error instanceof Error ? error.message : "unknown", { status: 500 });
    }
    return new Response(null, { status: 204 });
  },
  /** The local server's cron trigger runs here too, but nothing is due during seeding. */
  async scheduled(): Promise<void> {},
};

let passwordHash: Promise<string> | undefined;

async function seedPerson({ env, settings, db }: SeedContext, person: SeededPerson, image: EncodedImage) {
  const { id, firstName, lastName, email, joinedDaysAgo } = person;
  // One hash for all users, because they share the README's password, and hashing is slow by design.
  passwordHash ??= hashPassword(DEMO_PASSWORD, settings.passwordPepper);
  const imageKey = await storeImage(env, "avatars", id, image);
  const createdAt = Date.now() - joinedDaysAgo * DAY_MS;
  const account = { id, firstName, lastName, email, emailVerifiedAt: createdAt };
  await insertUser(db, { ...account, imageKey, createdAt, passwordHash: await passwordHash });
}

async function seedItem({ env, settings, db }: SeedContext, item: SampleItem, images: readonly EncodedImage[]) {
  const auctionId = auctionIdOf(item);
  const category = await selectOfferedCategory(db, item.category).get();
  if (!category) throw new Error(`there is no category ${item.category}`);
  const { title, description, seller, startingPrice, increments } = item;
  const { opensAfterMs, endsAfterMs, bids } = historyOf(item);
  const imageKeys = await Promise.all(images.map((image) => storeImage(env, "auctions", auctionId, image)));
  const { currency, minStartingPriceMinor, softCloseMs } = settings;
  const scale = scaleOf(settings);
  const now = Date.now();
  const actors = new Map(
    await Promise.all(PEOPLE.map(async (person) => [person.id, await actorOf(db, person)] as const)),
  );
  const actor = (name: SampleItem["seller"]) => {
    const found = actors.get(personNamed(name).id);
    if (!found) throw new Error(`${name} has not signed up`);
    return found;
  };
  const details = toStoredDetails(detailsOf(item, scale));
  await env.AUCTION_ROOM.getByName(auctionId).replayHistory({
    now,
    opensAfterMs,
    endsAfterMs,
    openRequest: {
      auctionId,
      actor: actor(seller),
      currency,
      terms: {
        title,
        description,
        categoryId: item.category,
        categoryName: category.name,
        imageKeys,
        startingPriceMinor: startingPrice * MINOR_PER_MAJOR * scale,
        ...(details && { details }),
        increments,
        softCloseMs,
        freezeMs: softCloseMs,
        windowsAfterWithdrawal: WINDOWS_AFTER_WITHDRAWAL,
      },
      // The deployment's minimum duration doesn't apply, because the length of these auctions is part of their story.
      limits: { minStartingPriceMinor, minAuctionMs: 0 },
    },
    bids: bids.map(({ bidder, amountMinor, afterMs }) => ({
      actor: actor(bidder),
      amountMinor: amountMinor * scale,
      afterMs,
    })),
  });
  for (const name of watchersOf(item)) await watch(db, personNamed(name).id, auctionId, now);
  const ratings = ratingsOf(item);
  if (ratings) await finishDeal({ env, settings, db }, `${auctionId}-1`, ratings);
}

/** The steps after an item is sold, an hour apart: it's picked up, and both sides rate. Safe to repeat. */
async function finishDeal({ env, settings, db }: SeedContext, dealId: string, { buyer, seller, reply }: SampleRatings) {
  const found = await findDeal(db, dealId);
  if (!found) throw new Error(`there is no deal ${dealId}`);
  const { buyerId, sellerId, openedAt } = found.row;
  let at = openedAt;
  const steps = [
    [buyerId, { type: "chooseDelivery", delivery: "pickUp", isNew: false }],
    [sellerId, { type: "markPaid" }],
    [sellerId, { type: "handOver" }],
    [buyerId, { type: "confirmReceipt" }],
  ] as const satisfies readonly (readonly [string, DealStep])[];
  for (const [personId, step] of steps) {
    requireAccepted(await takeDealStep(db, { dealId, personId }, () => step, settings, (at += HOUR_MS)));
  }
  const ratingResults = [
    requireAccepted(await rateDeal(db, { dealId, personId: buyerId, rating: buyer }, (at += HOUR_MS))),
    requireAccepted(await rateDeal(db, { dealId, personId: sellerId, rating: seller }, (at += HOUR_MS))),
    ...(reply === undefined
      ? []
      : [requireAccepted(await replyToRating(db, { dealId, personId: sellerId, reply }, (at += HOUR_MS)))]),
  ];
  await deliverDealNotices(db, env.INBOX, dealId, settings.unpaidLimit);
  for (const { ratingId } of ratingResults)
    if (ratingId !== null) await deliverRatingNotice({ db, inboxes: env.INBOX }, ratingId, at);
}

async function actorOf(db: Database, { id, firstName, lastName, email }: SeededPerson): Promise<Actor> {
  const account = await findSignInAccount(db, email);
  const key = account?.imageKey ?? null;
  return { id, firstName, lastName, imageUrl: key === null ? null : imageUrl(key), maskedEmail: maskEmail(email) };
}

/** The factor for all amounts, which are in dollars. It makes the lowest one reach the minimum starting price. */
function scaleOf({ minStartingPriceMinor }: Settings): number {
  const smallest = Math.min(...SAMPLE_ITEMS.map(({ startingPrice }) => startingPrice)) * MINOR_PER_MAJOR;
  return Math.max(1, Math.ceil(minStartingPriceMinor / smallest));
}
