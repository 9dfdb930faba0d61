/**
 * The last admin actions on one person, in the KV of their inbox. D1 has them too, but may be restored to an earlier
 * time. Of two actions on the same aspect (suspension, name, photo, role, level of trust, right to bid) only the later
 * one matters.
 */
import type { AdminActionName } from "../contract/moderation.ts";
import type { NewAdminAction } from "../moderation/queries/admin-actions.ts";

/** The keys under which the actions are stored. Don't change them. */
const ACTION_KEYS = {
  suspend: "suspension",
  restore: "suspension",
  hideName: "hiddenName",
  showName: "hiddenName",
  removePortrait: "removedPortrait",
  makeAdmin: "role",
  removeAdmin: "role",
  setNew: "trust",
  setKnown: "trust",
  clearTrust: "trust",
  allowBidding: "bidding",
} as const satisfies { readonly [Name in AdminActionName]?: string };

export type PersonAction = NewAdminAction & { readonly action: keyof typeof ACTION_KEYS };

export function recordAdminAction(kv: SyncKvStorage, action: PersonAction): void {
  kv.put(ACTION_KEYS[action.action], action);
}

/** Oldest first. */
export function listRecordedAdminActions(kv: SyncKvStorage): PersonAction[] {
  const found = Array.from(new Set(Object.values(ACTION_KEYS)), (key) => kv.get<PersonAction>(key));
  return found.filter((action) => action !== undefined).toSorted((a, b) => a.at - b.at);
}

export function clearAdminActions(kv: SyncKvStorage): void {
  for (const key of Object.values(ACTION_KEYS)) kv.delete(key);
}
