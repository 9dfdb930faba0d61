/**
 * Lots that a person has viewed in this browser, latest first. They're kept in the browser's storage under the person's
 * ID and never sent anywhere. They're removed when the session ends.
 */
import type { output } from "zod/v4/core";

import { recentLotsEntry } from "./answers.ts";
import { checked } from "./checked.ts";
import { currentUser, RECENT_LOTS_ENTRY } from "./session.ts";
import { lasting } from "./storage.ts";

/** The one on screen, plus a row of others. */
const MAX_LOTS = 7;

export type RecentLot = output<typeof recentLotsEntry>["lots"][number];

export function recentLots(): RecentLot[] {
  try {
    const stored = checked(recentLotsEntry, JSON.parse(lasting.read(RECENT_LOTS_ENTRY) ?? "null"));
    return stored?.owner === ownerNow() ? stored.lots : [];
  } catch {
    return [];
  }
}

export function rememberLot({ _id, title, images, category }: RecentLot): void {
  const others = recentLots().filter((lot) => lot._id !== _id);
  const lots = [{ _id, title, images, category }, ...others].slice(0, MAX_LOTS);
  lasting.write(RECENT_LOTS_ENTRY, JSON.stringify({ owner: ownerNow(), lots }));
}

export function clearRecentLots(): void {
  lasting.remove(RECENT_LOTS_ENTRY);
}

/** All visitors who aren't signed in share one. */
function ownerNow(): string {
  return currentUser()?.id ?? "visitor";
}
