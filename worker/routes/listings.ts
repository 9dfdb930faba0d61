/** Creating, editing, deleting and relisting a listing. The use cases are in worker/listings. */
import { Hono } from "hono";

import { actorOf } from "../accounts/actor.ts";
import { invalidateLists } from "../catalogue/list-cache.ts";
import {
  createAuctionInput,
  editAuctionInput,
  relistedResponse,
  relistInput,
  savedAuctionResponse,
} from "../contract/auction.ts";
import { doneResponse, idParam } from "../contract/fields.ts";
import { REFUSALS } from "../contract/refusals.ts";
import { jsonBody, listingFormBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { failWith, refuseUpload } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { withIdempotencyKey } from "../http/idempotency-key.ts";
import { signedInToUpload, signedInWithLimit, uploadLimit } from "../http/person-limits.ts";
import { signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { verifiedOnly } from "../http/verified-email.ts";
import { deleteImages } from "../images/store.ts";
import { createListing } from "../listings/create-listing.ts";
import { deleteListing } from "../listings/delete-listing.ts";
import { editListing } from "../listings/edit-listing.ts";
import { listingImages } from "../listings/listing-images.ts";
import { listingPorts } from "../listings/ports.ts";
import { findRelisting } from "../listings/queries/auctions.ts";
import { relist } from "../listings/relist.ts";
import { bidOriginOf } from "../object-clients/bid-origin.ts";

export const listings = new Hono<HttpEnv>()
  .post(
    "/createAuction",
    describeRoute({
      tag: "Auctions",
      summary: "Create a listing",
      description:
        "Send up to six photos of 10 MB each and 30 MB in total, `image` for the cover and `images` for the others. " +
        "`pictures` sets their order as a comma-separated list of `image`, `images` and URLs. If you retry with the " +
        "same `Idempotency-Key` or `draft` within 24 hours, you get the first response.",
      status: 201,
      response: savedAuctionResponse,
      refuses: REFUSALS.createListing,
    }),
    signedInToUpload("auctions"),
    verifiedOnly,
    withIdempotencyKey,
    listingFormBody,
    uploadLimit("uploads"),
    validate("form", createAuctionInput.extend(listingImages)),
    async (c) => {
      const { image, images, ...input } = c.req.valid("form");
      const { settings, now, idempotencyKey, db } = c.var;
      const ports = listingPorts(c.env, db);
      const session = callerOf(c);
      const seller = { actor: actorOf(session), isCaller: true, ...bidOriginOf(c, session) } as const;
      const created = await createListing(
        ports,
        settings,
        { input, images: { image, images }, key: idempotencyKey, ...seller },
        now,
      );
      if (!created.ok) return refuseUpload(c, created);
      invalidateLists();
      return c.json({ success: true, message: "Auction Created", auction: created.auction }, 201);
    },
  )
  .patch(
    "/editAuction/:id",
    describeRoute({
      tag: "Auctions",
      summary: "Change your listing",
      description:
        "Fields you don't send stay as they are. An empty `image`, `reservePrice` or `buyNowPrice` removes it, and " +
        "an empty `startsAt` starts the auction right away. If you retry with the same `Idempotency-Key` within 24 " +
        "hours, you get the first response.",
      response: savedAuctionResponse,
      refuses: REFUSALS.editListing,
    }),
    signedInToUpload("edits"),
    validate("param", idParam),
    withIdempotencyKey,
    listingFormBody,
    uploadLimit("uploads"),
    validate("form", editAuctionInput.extend(listingImages)),
    async (c) => {
      const { id: auctionId } = c.req.valid("param");
      const { image, images, ...input } = c.req.valid("form");
      const { settings, idempotencyKey, db } = c.var;
      const edit = {
        actor: actorOf(callerOf(c)),
        auctionId,
        input,
        images: { image, images },
        key: idempotencyKey,
      };
      const edited = await editListing(listingPorts(c.env, db), settings, edit);
      if (!edited.ok) return refuseUpload(c, edited);
      invalidateLists();
      return c.json({ success: true, message: "Auction updated successfully!", auction: edited.auction });
    },
  )
  .delete(
    "/deleteAuction/:id",
    describeRoute({
      tag: "Auctions",
      summary: "Delete your listing, or cancel one with bids",
      description:
        "Everyone can read the journal of a canceled auction for 90 days. An auction that ended without a buyer is " +
        "deleted, even if it has bids. If you retry with the same `Idempotency-Key`, you get the first response.",
      response: doneResponse,
      refuses: REFUSALS.deleteListing,
    }),
    signedIn,
    validate("param", idParam),
    withIdempotencyKey,
    async (c) => {
      const { id: auctionId } = c.req.valid("param");
      const deletion = { actor: actorOf(callerOf(c)), auctionId, key: c.get("idempotencyKey") };
      const deleted = await deleteListing(listingPorts(c.env, c.var.db), deletion);
      if (!deleted.ok) return failWith(c, deleted.failure);
      invalidateLists();
      // Runs after the response. The listing is deleted even if this fails, and the sweep removes the remaining images.
      c.executionCtx.waitUntil(deleteImages(c.env.IMAGE_BUCKET, deleted.unusedKeys));
      return c.json({ success: true, message: "Auction Deleted Successfully" });
    },
  )
  .post(
    "/:id/relist",
    describeRoute({
      tag: "Auctions",
      summary: "Relist your expired auction",
      description: "Creates an auction with the same text, images and terms. You can relist each auction once.",
      status: 201,
      response: savedAuctionResponse,
      refuses: REFUSALS.relist,
    }),
    signedInWithLimit("auctions"),
    verifiedOnly,
    validate("param", idParam),
    jsonBody,
    validate("json", relistInput),
    async (c) => {
      const { id: expiredAuctionId } = c.req.valid("param");
      const session = callerOf(c);
      const { settings, now, db } = c.var;
      const endsAt = Date.parse(c.req.valid("json").auctionEndTime);
      const seller = { actor: actorOf(session), isCaller: true, ...bidOriginOf(c, session) } as const;
      const relisting = { ...seller, expiredAuctionId, endsAt };
      const relisted = await relist(listingPorts(c.env, db), settings, relisting, now);
      if (!relisted.ok) return failWith(c, relisted.failure);
      invalidateLists();
      return c.json({ success: true, message: "Auction Listed Again", auction: relisted.auction }, 201);
    },
  )
  .get(
    "/:id/relisted",
    describeRoute({
      tag: "Auctions",
      summary: "Get the relisting of an expired auction",
      description: "`relistedAs` is null if it wasn't relisted, or if the new auction isn't public.",
      access: "anyone",
      response: relistedResponse,
    }),
    validate("param", idParam),
    async (c) => {
      const relistedAs = await findRelisting(c.get("db"), c.req.valid("param").id);
      return c.json({ success: true, message: "Relisting Fetched", relistedAs });
    },
  );
