/**
 * The signed-in user's name and photo. D1 stores both, and rooms and sessions have copies. Older sessions stay valid,
 * because a room's own record decides how it shows a person.
 */
import { Hono } from "hono";

import { changeProfile } from "../accounts/queries/people.ts";
import { profileChangedResponse, profileInput } from "../contract/account.ts";
import { containsSiteName, RESERVED_NAME_MESSAGE } from "../contract/names.ts";
import { formBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failField, refuseUpload } from "../http/failure.ts";
import { callerOf, confirmCaller } from "../http/find-session.ts";
import { signedInToUpload, uploadLimit } from "../http/person-limits.ts";
import { validate } from "../http/validation.ts";
import { deleteImages, storeImage } from "../images/store.ts";
import { type ImageFieldValue, imageField, isFile, encodeUpload } from "../images/upload.ts";
import { loadAccount } from "../profiles/account.ts";
import { updateNameAndPhotoCopies } from "../profiles/name-and-photo.ts";

export const ownProfile = new Hono<HttpEnv>().patch(
  "/profile",
  describeRoute({
    tag: "People",
    summary: "Change your name or your photo",
    description: "Fields you don't send stay as they are. An empty `image` removes the photo.",
    response: profileChangedResponse,
    refuses: ["name_hidden"],
  }),
  signedInToUpload("profiles"),
  formBody,
  uploadLimit("uploads"),
  validate("form", profileInput.safeExtend({ image: imageField.optional() })),
  async (c) => {
    const { firstName, lastName, image } = c.req.valid("form");
    const { user } = callerOf(c);
    if (firstName !== undefined && containsSiteName(firstName, lastName ?? "", c.get("settings").siteName)) {
      return failField(c, "firstName", RESERVED_NAME_MESSAGE);
    }
    const upload = isFile(image) ? await encodeUpload(c.env, image, "image") : null;
    if (upload && !upload.ok) return refuseUpload(c, upload);
    const stored = upload && (await storeImage(c.env, "avatars", user.id, upload.image));
    const name = firstName === undefined ? undefined : { firstName, lastName: lastName ?? "" };
    const previous = await changeProfile(c.get("db"), user.id, { name, imageKey: stored ?? imageRemoval(image) });
    if (!previous) {
      if (stored !== null && stored !== user.imageKey) await deleteImages(c.env.IMAGE_BUCKET, [stored]);
      return refuseChange(c);
    }
    await updateNameAndPhotoCopies(c, user.id);
    const changed = await confirmCaller(c);
    if (!changed) return fail(c, "not_signed_in");
    // Runs after the response. If it fails, the sweep removes the image.
    if (previous.imageKey !== null && previous.imageKey !== changed.user.imageKey) {
      c.executionCtx.waitUntil(deleteImages(c.env.IMAGE_BUCKET, [previous.imageKey]));
    }
    const account = await loadAccount(c.get("db"), changed.user, c.get("now"));
    return c.json({ success: true, message: "Profile Saved", user: account });
  },
);

/** An empty string removes the photo. A missing field, or the empty file of an empty field, keeps it. */
function imageRemoval(image: ImageFieldValue | undefined): null | undefined {
  return image === "" ? null : undefined;
}

/** Either an admin has hidden the name, or the account is being deleted. */
async function refuseChange(c: HttpContext) {
  return fail(c, (await confirmCaller(c)) ? "name_hidden" : "not_signed_in");
}
