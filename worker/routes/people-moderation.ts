/**
 * Admin actions on people: suspending and restoring them, signing them out, adding and removing admins, hiding and
 * showing names, removing photos, setting trust levels, and letting them bid again. Each can be retried, and a retry
 * completes what an outage interrupted.
 */
import { Hono } from "hono";

import { rememberEndedSessions } from "../accounts/ended-sessions.ts";
import { listRunningAuctionIdsByBidder } from "../accounts/queries/people.ts";
import { trustLevelOf } from "../accounts/trust-level.ts";
import { endSessions } from "../authentication/sign-in.ts";
import { idParam } from "../contract/fields.ts";
import { setTrustInput } from "../contract/moderation.ts";
import { isModerator } from "../contract/people.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { logEvent } from "../http/log.ts";
import { deleteImages, listImages } from "../images/store.ts";
import type { PersonAction } from "../inbox/recorded-admin-actions.ts";
import {
  describeAdminAction,
  adminActionBy,
  adminActionGuards,
  targetGuards,
  sensitiveActionGuards,
  describeSensitiveAction,
} from "../moderation/admin-actions.ts";
import { addAdminAction } from "../moderation/queries/admin-actions.ts";
import {
  changePerson,
  findAccountStatus,
  findMember,
  findPromotedAt,
  removeAdmin,
} from "../moderation/queries/moderated-people.ts";
import { inboxOf } from "../object-clients/objects.ts";
import { updateNameAndPhotoCopies } from "../profiles/name-and-photo.ts";

export const peopleModeration = new Hono<HttpEnv>()
  .post(
    "/:id/suspend",
    describeSensitiveAction(
      "Suspend a person, voiding their standing bids",
      "Signs them out. They can't sign in until you restore them, and they see your reason when they try. " +
        "You can't suspend an admin.",
      ["forbidden"],
    ),
    ...sensitiveActionGuards("suspend"),
    async (c) => {
      const { id: personId } = c.req.valid("param");
      const refusal = await refuseTarget(c, personId);
      if (refusal) return refusal;
      const suspension = adminActionBy(c, "suspend", personId, c.req.valid("json").reason);
      await changePerson(c.get("db"), suspension);
      const auctionIds = await listRunningAuctionIdsByBidder(c.get("db"), personId);
      rememberEndedSessions(await inboxOf(c, personId).enforceSuspension(personId, auctionIds));
      await inboxOf(c, personId).recordAdminAction(suspension);
      logEvent(c, "person_suspended", { person: personId });
      return c.json({ success: true, message: "Person Suspended" });
    },
  )
  .post(
    "/:id/restore",
    describeAdminAction("Restore a suspended person", "They can sign in again. Their voided bids stay void."),
    ...adminActionGuards,
    async (c) => {
      const { db } = c.var;
      const { id: personId } = c.req.valid("param");
      if (!(await findAccountStatus(db, personId))) return fail(c, "not_found", { message: UNKNOWN_PERSON_MESSAGE });
      const restoration = adminActionBy(c, "restore", personId, c.req.valid("json").reason);
      await changePerson(db, restoration);
      await inboxOf(c, personId).recordAdminAction(restoration);
      return c.json({ success: true, message: "Person Restored" });
    },
  )
  .post(
    "/:id/endSessions",
    describeAdminAction("Sign a person out everywhere", "They can sign in again right away."),
    ...adminActionGuards,
    async (c) => {
      const { db } = c.var;
      const { id: personId } = c.req.valid("param");
      if (!(await findAccountStatus(db, personId))) return fail(c, "not_found", { message: UNKNOWN_PERSON_MESSAGE });
      await addAdminAction(db, adminActionBy(c, "endSessions", personId, c.req.valid("json").reason));
      await endSessions(c, personId);
      return c.json({ success: true, message: "Signed Out Everywhere" });
    },
  )
  .post(
    "/:id/makeAdmin",
    describeSensitiveAction(
      "Make a person an admin",
      "They can't remove other admins for the first 24 hours. You can't promote a suspended person.",
      ["forbidden"],
    ),
    ...sensitiveActionGuards("makeAdmin"),
    async (c) => {
      const { db } = c.var;
      const { id: personId } = c.req.valid("param");
      const account = await findAccountStatus(db, personId);
      if (!account) return fail(c, "not_found", { message: UNKNOWN_PERSON_MESSAGE });
      if (account.suspendedAt !== null) return fail(c, "forbidden", { message: SUSPENDED_TARGET_MESSAGE });
      const promotion = adminActionBy(c, "makeAdmin", personId, c.req.valid("json").reason);
      await changePerson(db, promotion);
      await inboxOf(c, personId).recordAdminAction(promotion);
      logEvent(c, "admin_added", { person: personId });
      return c.json({ success: true, message: "Admin Added" });
    },
  )
  .post(
    "/:id/removeAdmin",
    describeSensitiveAction(
      "Remove a person's admin role",
      "You can't remove the last admin who can sign in. If an admin promoted you, you can't remove others for 24 " +
        "hours.",
      ["forbidden", "admin_too_new"],
    ),
    ...sensitiveActionGuards("removeAdmin"),
    async (c) => {
      const { db } = c.var;
      const { id: personId } = c.req.valid("param");
      const refusal = await refuseNewAdmin(c, personId);
      if (refusal) return refusal;
      if (!(await findAccountStatus(db, personId))) return fail(c, "not_found", { message: UNKNOWN_PERSON_MESSAGE });
      const removal = adminActionBy(c, "removeAdmin", personId, c.req.valid("json").reason);
      if (!(await removeAdmin(db, removal))) return fail(c, "forbidden", { message: LAST_ADMIN_MESSAGE });
      await inboxOf(c, personId).recordAdminAction(removal);
      logEvent(c, "admin_removed", { person: personId });
      return c.json({ success: true, message: "Admin Removed" });
    },
  )
  .post(
    "/:id/setTrust",
    describeAdminAction(
      "Set a person's trust level",
      "`new` and `known` override the usual rules, and `automatic` restores them. Someone who then counts as new is " +
        "signed out.",
    ),
    ...targetGuards(idParam, setTrustInput),
    async (c) => {
      const { db, settings, now } = c.var;
      const { trust, reason } = c.req.valid("json");
      const trustAction = adminActionBy(c, TRUST_ACTIONS[trust], c.req.valid("param").id, reason);
      const personId = trustAction.targetId;
      if (!(await findMember(db, personId))) return fail(c, "not_found", { message: UNKNOWN_PERSON_MESSAGE });
      await changePerson(db, trustAction);
      const member = await findMember(db, personId);
      // Their sessions keep the previous level for up to a minute, which is harmless if it was lower.
      if (member && trustLevelOf(member, settings, now).level === "new") await endSessions(c, personId);
      await inboxOf(c, personId).recordAdminAction(trustAction);
      return c.json({ success: true, message: "Trust Set" });
    },
  )
  .post(
    "/:id/allowBidding",
    describeAdminAction(
      "Let a person bid again after unpaid deals",
      "Deals they left unpaid before no longer count. The change takes effect within a minute.",
    ),
    ...adminActionGuards,
    async (c) => {
      const { db } = c.var;
      const { id: personId } = c.req.valid("param");
      if (!(await findAccountStatus(db, personId))) return fail(c, "not_found", { message: UNKNOWN_PERSON_MESSAGE });
      const action = adminActionBy(c, "allowBidding", personId, c.req.valid("json").reason);
      await changePerson(db, action);
      // Makes the inbox read the row again, so that they can bid within a minute.
      await inboxOf(c, personId).recordAdminAction(action);
      return c.json({ success: true, message: "Bidding Allowed" });
    },
  )
  .post(
    "/:id/hideName",
    describeAdminAction(
      "Hide a person's name everywhere",
      "We show “Name hidden” instead, and they can't change it. Signs them out. You can't do this to an admin.",
      ["forbidden"],
    ),
    ...adminActionGuards,
    async (c) => {
      const action = adminActionBy(c, "hideName", c.req.valid("param").id, c.req.valid("json").reason);
      return changePublicProfile(c, action, "Name Hidden", () => changePerson(c.get("db"), action));
    },
  )
  .post(
    "/:id/showName",
    describeAdminAction("Show a person's real name again", "They can change it again. Signs them out.", ["forbidden"]),
    ...adminActionGuards,
    async (c) => {
      const action = adminActionBy(c, "showName", c.req.valid("param").id, c.req.valid("json").reason);
      return changePublicProfile(c, action, "Name Shown", () => changePerson(c.get("db"), action));
    },
  )
  .post(
    "/:id/removePortrait",
    describeAdminAction(
      "Delete a person's photo for good",
      "They can upload another. Signs them out. You can't do this to an admin.",
      ["forbidden"],
    ),
    ...adminActionGuards,
    async (c) => {
      const removal = adminActionBy(c, "removePortrait", c.req.valid("param").id, c.req.valid("json").reason);
      return changePublicProfile(c, removal, "Photo Removed", async () => {
        await changePerson(c.get("db"), removal);
        await deleteAvatars(c.env.IMAGE_BUCKET, removal.targetId);
      });
    },
  );

const TRUST_ACTIONS = { new: "setNew", known: "setKnown", automatic: "clearTrust" } as const;

const UNKNOWN_PERSON_MESSAGE = "This person doesn't exist";
const SUSPENDED_TARGET_MESSAGE = "This person is suspended. Restore them first.";
const LAST_ADMIN_MESSAGE = "No other admin can sign in. Make someone else an admin first.";
const ADMIN_TARGET_MESSAGE = "You can't do this to an admin. Remove the admin role first.";

/**
 * If someone steals an admin's session and password and creates another admin, that new admin can't remove the others
 * before they've read about it.
 */
const NEW_ADMIN_MS = 24 * 3_600_000;

async function refuseNewAdmin(c: HttpContext, targetId: string) {
  const { id } = callerOf(c).user;
  const promotedAt = targetId === id ? null : await findPromotedAt(c.get("db"), id);
  if (promotedAt === null || c.get("now") - promotedAt >= NEW_ADMIN_MS) return null;
  const from = promotedAt + NEW_ADMIN_MS;
  const message = `You became an admin less than a day ago. You can't remove others until ${formatMinute(from)}.`;
  return fail(c, "admin_too_new", { message, details: { from } });
}

/** Such as `27 November 2026 at 16:45 UTC`, because the server doesn't know the reader's time zone. */
function formatMinute(at: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
    timeZoneName: "short",
  }).format(at);
}

/** The refusal of an admin action on someone who doesn't exist, or who is an admin. Null for everyone else. */
async function refuseTarget(c: HttpContext, personId: string) {
  const account = await findAccountStatus(c.get("db"), personId);
  if (!account) return fail(c, "not_found", { message: UNKNOWN_PERSON_MESSAGE });
  return isModerator(account) ? fail(c, "forbidden", { message: ADMIN_TARGET_MESSAGE }) : null;
}

/**
 * Changes how a person is shown: in D1, then in the rooms that have a copy. Their sessions end in between, because each
 * bid brings the session's copy of the name.
 */
async function changePublicProfile(c: HttpContext, change: PersonAction, message: string, write: () => Promise<void>) {
  const { targetId } = change;
  const refusal = await refuseTarget(c, targetId);
  if (refusal) return refusal;
  await write();
  await endSessions(c, targetId);
  await inboxOf(c, targetId).recordAdminAction(change);
  await updateNameAndPhotoCopies(c, targetId);
  return c.json({ success: true, message });
}

/** All stored photos, not only the one in the row, because on a retry the row has none. */
async function deleteAvatars(bucket: R2Bucket, personId: string): Promise<void> {
  for await (const page of listImages(bucket, `avatars/${personId}/`)) {
    await deleteImages(
      bucket,
      page.map(({ key }) => key),
    );
  }
}
