/**
 * The export of the person's own data as one file. A POST, because it takes the password and must not be opened by a
 * link.
 */
import { Hono } from "hono";

import { listPasskeys } from "../accounts/queries/passkeys.ts";
import { toOwnSession } from "../accounts/sessions.ts";
import { refuseUnlessReauthenticated } from "../authentication/reauthentication.ts";
import { dataExportFile as exportedData } from "../contract/data-export.ts";
import { exportFileName } from "../contract/export-file-name.ts";
import { passwordReauthenticationInput } from "../contract/passkeys.ts";
import { exportText, streamOf } from "../data-export/data-export.ts";
import { findOwnProfile } from "../data-export/own-data.ts";
import { optionalJsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { logError, logEvent } from "../http/log.ts";
import { requireConfirmedSessionWithLimit } from "../http/person-limits.ts";
import { validate } from "../http/validation.ts";
import { inboxOf, roomOf } from "../object-clients/objects.ts";
import { deliverOwnBidsFirst } from "../object-clients/own-bids.ts";

const SIGN_IN_FIRST_MESSAGE = "Sign in again, then download your data right away";

export const dataExport = new Hono<HttpEnv>().post(
  "/export",
  describeRoute({
    tag: "People",
    summary: "Download your data as one file",
    description:
      "Everything we store about you that you may see, as JSON. Needs the password. If the account has none, you " +
      "must have signed in within the last ten minutes. The response is streamed. If it's cut off, it's incomplete " +
      "and isn't valid JSON.",
    response: exportedData,
    refuses: ["wrong_password", "fresh_sign_in_needed"],
  }),
  requireConfirmedSessionWithLimit("exports"),
  optionalJsonBody,
  validate("json", passwordReauthenticationInput),
  deliverOwnBidsFirst,
  async (c) => {
    const { db, now } = c.var;
    const { id: sessionId, user } = callerOf(c);
    const refusal = await refuseUnlessReauthenticated(c, c.req.valid("json"), SIGN_IN_FIRST_MESSAGE);
    if (refusal) return refusal;
    const [profile, { notifications }, sessions, passkeys] = await Promise.all([
      findOwnProfile(db, user.id, now),
      inboxOf(c, user.id).listNotifications(),
      inboxOf(c, user.id).listSessions(),
      listPasskeys(db, user.id),
    ]);
    if (!profile) return fail(c, "not_signed_in");
    const exportedAt = new Date(now).toISOString();
    const header = {
      exportedAt,
      profile,
      notifications,
      sessions: sessions.map((session) => {
        const { _id: _none, ...shown } = toOwnSession(session, sessionId, now);
        return shown;
      }),
      passkeys: passkeys.map(({ device, createdAt, lastUsedAt }) => ({
        device,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
      })),
    };
    const maximumOf = async (auctionId: string) => {
      const found = await roomOf(c, auctionId).maximumOf({ personId: user.id, moderates: false });
      // The auction was hidden or removed while the file was being written.
      return found.ok ? found.value.maximum : null;
    };
    const file = streamOf(exportText(db, header, { rooms: c.env.AUCTION_ROOM, maximumOf }, now), {
      onEnd: () => logEvent(c, "data_exported"),
      onFailure: (error) => logError(c, error),
    });
    return c.body(file, 200, {
      "Content-Type": "application/json",
      "Content-Disposition": `attachment; filename="${exportFileName(c.get("settings").siteName, "data", exportedAt)}"`,
      "Cache-Control": "no-store",
    });
  },
);
