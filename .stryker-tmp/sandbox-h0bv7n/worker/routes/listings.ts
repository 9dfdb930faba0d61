/**
 * Selling: creating, editing and deleting a listing. A picture is stored before anything points to it; the room has
 * the last word, and what was prepared for a refusal is taken back.
 */
// @ts-nocheck

import { Hono } from "hono";
import { z } from "zod";

import { newId } from "../accounts/ids.ts";
import { deletePending, findSellerId, insertPending, publishPending } from "../catalogue/auctions.ts";
import { findCategory } from "../catalogue/categories.ts";
import { createAuctionInput, type EditAuctionInput, editAuctionInput } from "../contract/auction.ts";
import { idempotencyKey } from "../contract/bid.ts";
import { id, imageUrl } from "../contract/fields.ts";
import { formBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { fail, refused } from "../http/failure.ts";
import { pictureField, readPicture } from "../http/picture.ts";
import { actorOf, roomOf } from "../http/rooms.ts";
import { callerOf, signedIn } from "../http/session.ts";
import { valid } from "../http/validation.ts";
import { removePictures, storePicture } from "../images/store.ts";
import type { ListingChange, Terms } from "../rules/auction.ts";
import type { ListingLimits } from "../rules/listing.ts";
import { minorOf } from "../rules/money.ts";
import type { Settings } from "../settings.ts";

const withPicture = { image: pictureField.optional() };
const auctionId = z.object({ id });
const keyed = z.object({ "idempotency-key": idempotencyKey.optional() });

export const listings = new Hono<HttpEnv>()
  .post("/createAuction", signedIn, formBody, valid("form", createAuctionInput.extend(withPicture)), async (c) => {
    const { image, ...input } = c.req.valid("form");
    const { catalogue, settings, now } = c.var;
    const session = callerOf(c);
    const category = await findCategory(catalogue, input.category);
    if (!category) return fail(c, "category_unknown");
    const sent = await readPicture(c, image);
    if (sent.type === "refused") return sent.answer;

    const newAuctionId = newId();
    const imageKeys =
      sent.type === "picture" ? [await storePicture(c.env.IMAGES, "auctions", newAuctionId, sent.picture)] : [];
    const startingPriceMinor = minorOf(input.startingPrice);
    const endsAt = Date.parse(input.auctionDate);
    const offered = { title: input.title, description: input.description, categoryId: category.id, imageKeys };
    const { currency } = settings;
    await insertPending(catalogue, {
      ...offered,
      id: newAuctionId,
      sellerId: session.user.id,
      currency,
      increments: input.increments,
      startingPriceMinor,
      priceMinor: startingPriceMinor,
      minNextMinor: startingPriceMinor,
      bidCount: 0,
      createdAt: now,
      scheduledEndsAt: endsAt,
      endsAt,
      extensions: 0,
    });
    const terms: Terms = {
      ...offered,
      categoryName: category.name,
      startingPriceMinor,
      endsAt,
      increments: input.increments,
      softCloseMs: input.softClose === "on" ? settings.softCloseMs : 0,
      freezeMs: settings.softCloseMs,
    };
    const actor = actorOf(session);
    const request = { auctionId: newAuctionId, actor, currency, terms, limits: limitsOf(settings) };
    // An outage here leaves the row pending; the sweep finds out whether the room has opened.
    const opened = await roomOf(c, newAuctionId).open(request);
    if (!opened.ok) {
      await deletePending(catalogue, newAuctionId);
      await removePictures(c.env.IMAGES, imageKeys);
      return refused(c, opened.failure);
    }
    await publishPending(catalogue, newAuctionId);
    return c.json({ success: true, message: "Auction Created", auction: opened.value.auction }, 201);
  })
  .patch(
    "/editAuction/:id",
    signedIn,
    valid("param", auctionId),
    valid("header", keyed),
    formBody,
    valid("form", editAuctionInput.extend(withPicture)),
    async (c) => {
      const { id: editedId } = c.req.valid("param");
      const { image, ...input } = c.req.valid("form");
      const { catalogue, settings } = c.var;
      const session = callerOf(c);
      // The owner is known before a picture is written; the room checks again.
      const sellerId = await findSellerId(catalogue, editedId);
      if (sellerId === null) return fail(c, "auction_not_found");
      if (sellerId !== session.user.id) return fail(c, "not_your_auction");
      const sent = await readPicture(c, image);
      if (sent.type === "refused") return sent.answer;

      const newKey =
        sent.type === "picture" ? await storePicture(c.env.IMAGES, "auctions", editedId, sent.picture) : null;
      const imageKeys = newKey === null ? [] : [newKey];
      const change = { ...changeOf(input), ...(sent.type === "absent" ? {} : { imageKeys }) };
      const edited = await roomOf(c, editedId).editListing({
        actor: actorOf(session),
        change,
        limits: limitsOf(settings),
        key: c.req.valid("header")["idempotency-key"],
      });
      if (!edited.ok) {
        if (newKey !== null) await removeUnused(c, editedId, newKey);
        return refused(c, edited.failure);
      }
      return c.json({ success: true, message: "Auction updated successfully!", auction: edited.value.auction });
    },
  )
  .delete("/deleteAuction/:id", signedIn, valid("param", auctionId), valid("header", keyed), async (c) => {
    const deleted = await roomOf(c, c.req.valid("param").id).deleteListing({
      actor: actorOf(callerOf(c)),
      key: c.req.valid("header")["idempotency-key"],
    });
    if (!deleted.ok) return refused(c, deleted.failure);
    await removePictures(c.env.IMAGES, deleted.value.imageKeys);
    return c.json({ success: true, message: "Auction Deleted Successfully" });
  });

function limitsOf({ minStartingPriceMinor, minAuctionSeconds }: Settings): ListingLimits {
  return { minStartingPriceMinor, minAuctionMs: minAuctionSeconds * 1_000 };
}

function changeOf({ title, description, startingPrice, auctionEndTime }: EditAuctionInput): ListingChange {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(startingPrice === undefined ? {} : { startingPriceMinor: minorOf(startingPrice) }),
    ...(auctionEndTime === undefined ? {} : { endsAt: Date.parse(auctionEndTime) }),
  };
}

/** The refused edit may have sent the very picture that stands: then its key is in use. */
async function removeUnused(c: HttpContext, listingId: string, key: string): Promise<void> {
  const answered = await roomOf(c, listingId).details();
  if (!answered.ok || answered.value.details.images?.url === imageUrl(key)) return;
  await removePictures(c.env.IMAGES, [key]);
}
