/**
 * The last acts of admins on one person, in the KV of their inbox: D1 has them, too, but D1 may be set back to an
 * earlier time. Of two acts on the same aspect (the suspension, the name, the portrait, the role, the
 * level of trust) only the later one
 * matters.
 */
import type { ActName } from "../contract/moderation.ts";
import type { NewAct } from "../moderation/queries/acts.ts";

/** The keys under which the acts are stored: do not change them. */
const STORED_ACTS = {
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
} as const satisfies { readonly [Name in ActName]?: string };

export type PersonAct = NewAct & { readonly act: keyof typeof STORED_ACTS };

export function noteAct(kv: SyncKvStorage, act: PersonAct): void {
  kv.put(STORED_ACTS[act.act], act);
}

/** In the order in which they were done. */
export function notedActs(kv: SyncKvStorage): PersonAct[] {
  const found = Array.from(new Set(Object.values(STORED_ACTS)), (key) => kv.get<PersonAct>(key));
  return found.filter((act) => act !== undefined).toSorted((a, b) => a.at - b.at);
}

export function clearActs(kv: SyncKvStorage): void {
  for (const key of Object.values(STORED_ACTS)) kv.delete(key);
}
