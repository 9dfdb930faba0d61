/**
 * Selling: creating, editing and deleting a listing. A picture is stored before anything points to it; the room has
 * the last word, and what was prepared for a refusal is taken back. Under an idempotency key a listing has an id made
 * of the person and the key, so a repeat comes to the same room, which tells it what it told the first call.
 */
import { Hono } from "hono";
import { z } from "zod";

import { idUnderKey, newId } from "../accounts/ids.ts";
import { deletePending, findSellerId, insertPending, publishPending, wasDeletedBy } from "../catalogue/auctions.ts";
import { listBlockedIds } from "../catalogue/blocks.ts";
import { findCategory } from "../catalogue/categories.ts";
import { isHere } from "../catalogue/people.ts";
import {
  createAuctionInput,
  type EditAuctionInput,
  editAuctionInput,
  savedAuctionAnswer,
} from "../contract/auction.ts";
import { doneAnswer, id } from "../contract/fields.ts";
import { listingFormBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { fail, refused } from "../http/failure.ts";
import { keyed } from "../http/keyed.ts";
import { arrangeImages, listingImages, removeUnused, storeImages } from "../http/listing-pictures.ts";
import { outdateLists } from "../http/ready-lists.ts";
import { actorOf, roomOf } from "../http/rooms.ts";
import { callerOf, signedIn } from "../http/session.ts";
import { perPerson, pictureAllowance, uploadAllowance } from "../http/throttle.ts";
import { traceOf } from "../http/trace.ts";
import { valid } from "../http/validation.ts";
import { arrange } from "../images/arrangement.ts";
import { removeImages } from "../images/store.ts";
import { described } from "../openapi/described.ts";
import type { ListingChange, Terms } from "../rules/auction.ts";
import type { ListingLimits } from "../rules/listing.ts";
import { minorOf } from "../rules/money.ts";
import type { Settings } from "../settings.ts";

const auctionId = z.object({ id });
const GONE = "The auction that was created under this idempotency key is gone";

export const listings = new Hono<HttpEnv>()
  .post(
    "/createAuction",
    described({
      tag: "Auctions",
      summary: "List an item",
      by: "person",
      does: "writes",
      takes: "form",
      status: 201,
      answer: savedAuctionAnswer,
      refuses: [
        "category_unknown",
        "starting_price_too_low",
        "end_too_soon",
        "end_too_late",
        "key_reused",
        "auction_not_found",
      ],
    }),
    signedIn,
    perPerson("auctions"),
    uploadAllowance,
    keyed,
    listingFormBody,
    pictureAllowance,
    valid("form", createAuctionInput.extend(listingImages)),
    async (c) => {
      const { image, images, ...input } = c.req.valid("form");
      const { catalogue, settings, now } = c.var;
      const session = callerOf(c);
      const category = await findCategory(catalogue, input.category);
      if (!category) return fail(c, "category_unknown");

      const key = c.get("key");
      const newAuctionId = key === undefined ? newId() : idUnderKey(session.user.id, key);
      const sent = await storeImages(c, newAuctionId, { image, images });
      if (sent.type === "refused") return sent.answer;
      const imageKeys = arrange([], sent.keys) ?? [];
      const startingPriceMinor = minorOf(input.startingPrice);
      const endsAt = Date.parse(input.auctionDate);
      const offered = { title: input.title, description: input.description, categoryId: category.id, imageKeys };
      const { currency } = settings;
      const phase = await insertPending(catalogue, {
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
      const blockedIds = await listBlockedIds(catalogue, actor.id);
      const about = { ...traceOf(c, session), blockedIds, key };
      const request = { ...about, auctionId: newAuctionId, actor, currency, terms, limits: limitsOf(settings) };
      // An outage here leaves the row pending; the sweep finds out whether the room has opened.
      const opened = await roomOf(c, newAuctionId).open({ ...request, again: phase !== "pending" });
      if (!opened.ok) {
        await deletePending(catalogue, newAuctionId);
        // Under a key another call may have the same picture in hand: what is left over, the sweep finds.
        if (key === undefined) await removeImages(c.env.IMAGE_BUCKET, imageKeys);
        if (opened.failure.code === "auction_not_found") return fail(c, "auction_not_found", { message: GONE });
        return refused(c, opened.failure);
      }
      // Whoever was blocked while it opened: the other call found no open row to tell.
      for (const personId of await listBlockedIds(catalogue, actor.id)) {
        if (!blockedIds.includes(personId))
          await roomOf(c, newAuctionId).setBlocked({ actor, personId, blocked: true });
      }
      // Whoever left while the pictures were on their way: the other call found no open room to let go of them.
      if (!(await isHere(catalogue, actor.id))) {
        const left = await roomOf(c, newAuctionId).depart(actor.id);
        await removeImages(c.env.IMAGE_BUCKET, left.imageKeys);
        return fail(c, "not_signed_in");
      }
      await publishPending(catalogue, newAuctionId);
      outdateLists(Date.now());
      return c.json({ success: true, message: "Auction Created", auction: opened.value.auction }, 201);
    },
  )
  .patch(
    "/editAuction/:id",
    described({
      tag: "Auctions",
      summary: "Change your listing",
      by: "person",
      does: "writes",
      takes: "form",
      answer: savedAuctionAnswer,
      refuses: [
        "auction_not_found",
        "not_your_auction",
        "auction_ended",
        "terms_frozen",
        "starting_price_too_low",
        "end_too_soon",
        "end_too_late",
        "key_reused",
      ],
    }),
    signedIn,
    uploadAllowance,
    valid("param", auctionId),
    keyed,
    listingFormBody,
    pictureAllowance,
    valid("form", editAuctionInput.extend(listingImages)),
    async (c) => {
      const { id: editedId } = c.req.valid("param");
      const { image, images, pictures, ...input } = c.req.valid("form");
      const { catalogue, settings } = c.var;
      const session = callerOf(c);
      // The owner is known before a picture is written; the room checks again.
      const sellerId = await findSellerId(catalogue, editedId);
      if (sellerId === null) return fail(c, "auction_not_found");
      if (sellerId !== session.user.id) return fail(c, "not_your_auction");
      const sent = await storeImages(c, editedId, { image, images });
      if (sent.type === "refused") return sent.answer;
      const newKeys = [...(sent.keys.cover ? [sent.keys.cover] : []), ...sent.keys.further];
      const order = pictures?.split(",").filter((entry) => entry !== "");
      const arranged = await arrangeImages(c, editedId, sent.keys, order);
      if ("answer" in arranged) {
        await removeUnused(c, editedId, newKeys);
        return arranged.answer;
      }

      const change = { ...changeOf(input), ...(arranged.keys === null ? {} : { imageKeys: arranged.keys }) };
      const edited = await roomOf(c, editedId).editListing({
        actor: actorOf(session),
        change,
        asked: JSON.stringify({ change: changeOf(input), sent: sent.keys, order }),
        limits: limitsOf(settings),
        key: c.get("key"),
      });
      if (!edited.ok) {
        await removeUnused(c, editedId, newKeys);
        return refused(c, edited.failure);
      }
      outdateLists(Date.now());
      return c.json({ success: true, message: "Auction updated successfully!", auction: edited.value.auction });
    },
  )
  .delete(
    "/deleteAuction/:id",
    described({
      tag: "Auctions",
      summary: "Delete your listing, or cancel it when it has bids",
      by: "person",
      does: "writes",
      takes: "parameters",
      answer: doneAnswer,
      refuses: ["auction_not_found", "not_your_auction", "auction_sold", "cancel_too_late", "key_reused"],
    }),
    signedIn,
    valid("param", auctionId),
    keyed,
    async (c) => {
      const { id: deletedId } = c.req.valid("param");
      const key = c.get("key");
      const actor = actorOf(callerOf(c));
      const room = roomOf(c, deletedId);
      const deleted = await room.deleteListing({ actor, key });
      if (deleted.ok) {
        outdateLists(Date.now());
        // It is gone whatever becomes of its pictures: the sweep finds what is left.
        c.executionCtx.waitUntil(removeImages(c.env.IMAGE_BUCKET, deleted.value.imageKeys));
      } else {
        if (deleted.failure.code !== "auction_not_found" || key === undefined) return refused(c, deleted.failure);
        // What is gone answers nobody; a repeat hears that it is done from the row, once the room has told it.
        await room.look();
        if (!(await wasDeletedBy(c.get("catalogue"), deletedId, actor.id))) return refused(c, deleted.failure);
      }
      return c.json({ success: true, message: "Auction Deleted Successfully" });
    },
  );

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
