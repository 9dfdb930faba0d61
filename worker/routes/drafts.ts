/** A person's own drafts. `POST /auction/createAuction` publishes one. The use cases are in `worker/listings`. */
import { Hono } from "hono";

import { draftResponse, draftInput, draftParam, draftsResponse } from "../contract/draft.ts";
import { doneResponse } from "../contract/fields.ts";
import { REFUSALS } from "../contract/refusals.ts";
import { listingFormBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { refuseUpload } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { signedInToUpload, uploadLimit } from "../http/person-limits.ts";
import { signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { removeDraft, saveDraft } from "../listings/drafts.ts";
import { listingImages } from "../listings/listing-images.ts";
import { listingPorts } from "../listings/ports.ts";
import { listDrafts } from "../listings/queries/drafts.ts";

export const drafts = new Hono<HttpEnv>()
  .get(
    "/",
    describeRoute({
      tag: "Auctions",
      summary: "List your drafts",
      description: "Listings that you haven't published yet, most recently changed first.",
      response: draftsResponse,
    }),
    signedIn,
    async (c) => {
      const own = await listDrafts(c.get("db"), callerOf(c).user.id);
      return c.json({ success: true, message: "Drafts Fetched", drafts: own });
    },
  )
  .put(
    "/:id",
    describeRoute({
      tag: "Auctions",
      summary: "Save a draft",
      description:
        "`fields` is the form as JSON text. No field is required. `version` is the version that this save " +
        "replaces, 0 for a new draft. If the draft has a newer one, you get `draft_conflict`. `pictures` and the " +
        "files work as they do for a listing. A photo's URL may also come from another of your listings or drafts.",
      response: draftResponse,
      refuses: REFUSALS.saveDraft,
    }),
    signedInToUpload("drafts"),
    validate("param", draftParam),
    listingFormBody,
    uploadLimit("draftUploads"),
    validate("form", draftInput.extend(listingImages)),
    async (c) => {
      const { id: draftId } = c.req.valid("param");
      const { image, images, ...input } = c.req.valid("form");
      const save = { userId: callerOf(c).user.id, draftId, input, images: { image, images } };
      const saved = await saveDraft(listingPorts(c.env, c.var.db), save, c.var.now);
      if (!saved.ok) return refuseUpload(c, saved);
      return c.json({ success: true, message: "Draft Saved", draft: saved.draft });
    },
  )
  .delete(
    "/:id",
    describeRoute({
      tag: "Auctions",
      summary: "Delete a draft",
      description: "Deletes its photos, too. Also succeeds if the draft doesn't exist.",
      response: doneResponse,
    }),
    signedIn,
    validate("param", draftParam),
    async (c) => {
      await removeDraft(listingPorts(c.env, c.var.db), callerOf(c).user.id, c.req.valid("param").id);
      return c.json({ success: true, message: "Draft Deleted" });
    },
  );
