/** Admin actions, and the data that admins see. */
import { adminActionsResponse } from "../contract/admin.ts";
import { doneResponse } from "../contract/fields.ts";
import { moderationResponse } from "../contract/moderation.ts";
import { anAdmin, requestJson, type SignedIn } from "./http.ts";

/** The call for an admin action. */
export const actionCall = (path: string, { cookie }: SignedIn, more: object = {}) =>
  [`/moderation/${path}`, { method: "POST", cookie, json: { reason: "For a test", ...more } }] as const;
export async function takeAction(path: string, admin: SignedIn, more: object = {}): Promise<void> {
  await requestJson(doneResponse, ...actionCall(path, admin, more));
}
export const fetchModeration = ({ cookie }: SignedIn) => requestJson(moderationResponse, "/moderation", { cookie });
/** The admin actions on a target, newest first. */
export const actionsOn = async (target: string, { cookie }: SignedIn) =>
  (await requestJson(adminActionsResponse, `/moderation/actions?target=${target}`, { cookie })).actions;

export async function setTrust(personId: string, trust: "new" | "known" | "automatic"): Promise<void> {
  await takeAction(`people/${personId}/setTrust`, await anAdmin(), { trust });
}
