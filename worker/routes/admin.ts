/**
 * Lookups for the admin pages. Anyone who isn't an admin gets 404. We log lookups of people and of their sessions.
 * Lookups aren't admin actions, so they need no reason and aren't recorded with the actions.
 */
import { Hono } from "hono";

import { toOwnSession } from "../accounts/sessions.ts";
import { trustLevelOf } from "../accounts/trust-level.ts";
import {
  adminActionsResponse,
  adminActionsQuery,
  type AuctionHealth,
  type AuctionForAdmins,
  categoriesForAdminsResponse,
  categoriesForAdminsQuery,
  deploymentResponse,
  openAuctionsResponse,
  openAuctionsQuery,
  peopleResponse,
  peopleQuery,
  personSessionsResponse,
} from "../contract/admin.ts";
import { idParam } from "../contract/fields.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { logEvent } from "../http/log.ts";
import { adminsOnly } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { listAdminActions } from "../moderation/queries/admin-actions.ts";
import { listAllCategories } from "../moderation/queries/categories.ts";
import { collectMetrics, listOpenAuctions, type OpenAuctionRow } from "../moderation/queries/deployment.ts";
import { findAccountStatus } from "../moderation/queries/moderated-people.ts";
import { listPeople } from "../moderation/queries/people.ts";
import { inboxOf, roomOf } from "../object-clients/objects.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { toMajor } from "../rules/money.ts";
import type { Member } from "../rules/trust.ts";

const UNKNOWN_PERSON_MESSAGE = "This person doesn't exist";

export const admin = new Hono<HttpEnv>()
  .get(
    "/people",
    describeRoute({
      tag: "Moderation",
      summary: "Find people by name, email address or ID",
      description:
        "The newest people come first. A page can be empty even if more follow. Continue until `nextCursor` is null.",
      response: peopleResponse,
      refuses: ["not_found"],
    }),
    adminsOnly,
    validate("query", peopleQuery),
    async (c) => {
      const { db, settings, now } = c.var;
      const level = (member: Member) => trustLevelOf(member, settings, now).level;
      const page = await listPeople(db, c.req.valid("query"), settings.newMemberLimits && level);
      logEvent(c, "people_read", { people: page.people.length });
      return c.json({ success: true, message: "People Fetched", ...page });
    },
  )
  .get(
    "/people/:id/sessions",
    describeRoute({
      tag: "Moderation",
      summary: "List a person's sessions and count pending calls",
      description:
        "`pendingCalls` counts updates for this person that auctions haven't received yet. We log every lookup.",
      response: personSessionsResponse,
      refuses: ["not_found"],
    }),
    adminsOnly,
    validate("param", idParam),
    async (c) => {
      const { db } = c.var;
      const { id: personId } = c.req.valid("param");
      if (!(await findAccountStatus(db, personId))) return fail(c, "not_found", { message: UNKNOWN_PERSON_MESSAGE });
      const sessions = await inboxOf(c, personId).listSessions();
      const pendingCalls = await inboxOf(c, personId).countPendingCalls();
      logEvent(c, "sessions_read", { person: personId });
      return c.json({
        success: true,
        message: "Sessions Fetched",
        sessions: sessions.map((session) => toOwnSession(session, callerOf(c).id)),
        pendingCalls,
      });
    },
  )
  .get(
    "/categories",
    describeRoute({
      tag: "Moderation",
      summary: "List all categories, including hidden and merged ones",
      description: "Sorted by name. `openAuctions` counts up to 100.",
      response: categoriesForAdminsResponse,
      refuses: ["not_found"],
    }),
    adminsOnly,
    validate("query", categoriesForAdminsQuery),
    async (c) => {
      const page = await listAllCategories(c.get("db"), c.req.valid("query"));
      return c.json({ success: true, message: "Categories Fetched", ...page });
    },
  )
  .get(
    "/actions",
    describeRoute({
      tag: "Moderation",
      summary: "List admin actions, newest first",
      description:
        "`by` is an admin's ID, and `target` the ID of what they acted on. The target of an action on a bid is its " +
        "auction.",
      response: adminActionsResponse,
      refuses: ["not_found"],
    }),
    adminsOnly,
    validate("query", adminActionsQuery),
    async (c) => {
      const page = await listAdminActions(c.get("db"), c.req.valid("query"));
      return c.json({ success: true, message: "Actions Fetched", ...page });
    },
  )
  .get(
    "/auctions",
    describeRoute({
      tag: "Moderation",
      summary: "List open auctions and their health",
      description:
        "Includes hidden and upcoming ones, earliest end first. `overdueMs` is above 0 if an auction didn't close on " +
        "time. `health` is null if the auction didn't answer.",
      response: openAuctionsResponse,
      refuses: ["not_found"],
    }),
    adminsOnly,
    validate("query", openAuctionsQuery),
    async (c) => {
      const page = await listOpenAuctions(c.get("db"), c.req.valid("query"));
      const auctions = await Promise.all(page.rows.map((row) => withHealth(c, row)));
      return c.json({ success: true, message: "Auctions Fetched", auctions, nextCursor: page.nextCursor });
    },
  )
  .get(
    "/deployment",
    describeRoute({
      tag: "Moderation",
      summary: "Get deployment metrics",
      description:
        "`closings` covers the last 24 hours, and its `late` counts auctions that closed at least five seconds late. " +
        "`sweep` is the last run of the scheduled job, or null before the first.",
      response: deploymentResponse,
      refuses: ["not_found"],
    }),
    adminsOnly,
    async (c) => {
      const metrics = await collectMetrics(c.get("db"), c.get("now"));
      const deployment = { version: versionOf(c.env), ...metrics };
      return c.json({ success: true, message: "Deployment Fetched", deployment });
    },
  );

async function withHealth(c: HttpContext, row: OpenAuctionRow): Promise<AuctionForAdmins> {
  return {
    _id: row.id,
    title: row.title,
    currency: row.currency,
    currentBid: toMajor(row.priceMinor),
    bidCount: row.bidCount,
    auctionEndTime: new Date(row.endsAt).toISOString(),
    hidden: row.phase === "hidden",
    overdueMs: Math.max(0, c.get("now") - row.endsAt),
    health: await healthOf(c, row.id),
  };
}

/** Null if the room doesn't answer or has no such auction. The list still shows the auction, without its health. */
async function healthOf(c: HttpContext, auctionId: string): Promise<AuctionHealth | null> {
  try {
    const health = await roomOf(c, auctionId).health();
    if (!health) return null;
    const { lastBidAt, watching, undelivered, laggingMs } = health;
    return {
      lastBidAt: lastBidAt === null ? null : new Date(lastBidAt).toISOString(),
      watching,
      undelivered,
      laggingMs,
    };
  } catch (error) {
    console.warn(JSON.stringify({ event: "room_not_reached", auction: auctionId, reason: failureReason(error) }));
    return null;
  }
}

/** Null outside a deployment, where the platform provides no version. */
function versionOf({ VERSION }: Env) {
  if (!VERSION?.id) return null;
  const { id, tag, timestamp } = VERSION;
  return { id, tag, deployedAt: timestamp };
}
