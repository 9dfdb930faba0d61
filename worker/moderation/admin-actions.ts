/**
 * The common parts of all admin action routes: their description, their target and the row that records them. Actions
 * that could take over the site, or can't be undone, also need the admin to reauthenticate, and email all admins.
 */
import { createMiddleware } from "hono/factory";
import type * as z from "zod";

import { adminActionComposer } from "../accounts/security-emails.ts";
import { refuseUnlessReauthenticated } from "../authentication/reauthentication.ts";
import { auctionIdOfBid } from "../contract/bid.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { doneResponse, idParam } from "../contract/fields.ts";
import {
  adminActionInput,
  type AdminActionName,
  type SensitiveAction,
  sensitiveActionInput,
} from "../contract/moderation.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { callerOf } from "../http/find-session.ts";
import { logError } from "../http/log.ts";
import { adminsOnly } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { toIso } from "../listings/queries/listings.ts";
import { sendSecurityMail } from "../mail/send-mail.ts";
import { listAdminActions, type NewAdminAction } from "./queries/admin-actions.ts";
import { listAdminsToNotify } from "./queries/moderated-people.ts";

/** The guards of an admin action on one target. */
export function targetGuards<Param extends z.ZodType, Input extends z.ZodType>(param: Param, input: Input) {
  return [adminsOnly, validate("param", param), jsonBody, validate("json", input)] as const;
}

/** The guards of an admin action whose only input is its reason. */
export const adminActionGuards = targetGuards(idParam, adminActionInput);

/**
 * The guards of an admin action that needs more than a session. Its input has the admin's password or passkey as well
 * as the reason. Once the action is recorded, we email all admins.
 */
export function sensitiveActionGuards(name: SensitiveAction) {
  return [...targetGuards(idParam, sensitiveActionInput), requireReauthentication(name)] as const;
}

type ValidatedAction = { out: { param: z.output<typeof idParam>; json: z.output<typeof sensitiveActionInput> } };

/** Use this after the validators of the target and of `sensitiveActionInput`. */
export function requireReauthentication(name: SensitiveAction) {
  return createMiddleware<HttpEnv, string, ValidatedAction>(async (c, next) => {
    const { reason, ...reauthentication } = c.req.valid("json");
    const refusal = await refuseUnlessReauthenticated(c, reauthentication, SIGN_IN_FIRST_MESSAGE);
    if (refusal) return refusal;
    await next();
    // A refused action changed nothing. After any other failure it may still have happened.
    if (c.res.status >= 400 && c.res.status < 500) return;
    const { id: namedId } = c.req.valid("param");
    // An admin action on a bid is recorded for its auction.
    const targetId = name === "voidBid" ? (auctionIdOfBid(namedId) ?? namedId) : namedId;
    c.executionCtx.waitUntil(mailAdmins(c, adminActionBy(c, name, targetId, reason)));
  });
}

const SIGN_IN_FIRST_MESSAGE = "Sign in again, then do this right away";

/** Does nothing if the action was refused. A recorded one counts, even if its effects have failed. */
async function mailAdmins(
  c: HttpContext,
  newAction: NewAdminAction & { readonly action: SensitiveAction },
): Promise<void> {
  const { db } = c.var;
  const { action: name, actorId, targetId, at } = newAction;
  try {
    const [last] = (await listAdminActions(db, { action: name, by: actorId, target: targetId, limit: 1 })).actions;
    if (last?.at !== toIso(at)) return;
    for (const admin of await listAdminsToNotify(db, targetId))
      sendSecurityMail(c, admin, "admins", adminActionComposer({ ...last, action: name }));
  } catch (error) {
    logError(c, error instanceof Error ? error : new Error("unknown"));
  }
}

/** The description of an admin action that requires reauthentication. */
export function describeSensitiveAction<const Code extends ErrorCode = never>(
  summary: string,
  effect: string,
  refuses: readonly Code[] = [],
) {
  const description = `${effect} Needs your password or a passkey, and we email all admins.`;
  return describeAdminAction(summary, description, [...REAUTHENTICATION_REFUSALS, ...refuses]);
}
const REAUTHENTICATION_REFUSALS = ["wrong_password", "passkey_refused", "fresh_sign_in_needed"] as const;

export function describeAdminAction<const Code extends ErrorCode = never>(
  summary: string,
  description: string,
  refuses: readonly Code[] = [],
) {
  return describeRoute({
    tag: "Moderation",
    summary,
    description,
    response: doneResponse,
    refuses: ["not_found", ...refuses],
  });
}

export function adminActionBy<Name extends AdminActionName>(
  c: HttpContext,
  name: Name,
  targetId: string,
  reason: string,
): NewAdminAction & { readonly action: Name } {
  return { action: name, actorId: callerOf(c).user.id, targetId, reason, at: c.get("now") };
}
