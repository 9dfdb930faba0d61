/**
 * Items that a person has viewed in this browser, latest first. They're kept in the browser's storage under the
 * person's ID and never sent anywhere. They're removed when the session ends.
 */
import type { output } from "zod/v4/core";

import { localStore } from "../browser/storage.ts";
import { parseOrNull } from "./parse-or-null.ts";
import { recentItemsEntry } from "./response-schemas.ts";
import { currentUser, RECENT_ITEMS_KEY } from "./session.ts";

/** The one on screen, plus a row of others. */
const MAX_ITEMS = 7;

export type RecentItem = output<typeof recentItemsEntry>["lots"][number];

export function readRecentItems(): RecentItem[] {
  try {
    const stored = parseOrNull(recentItemsEntry, JSON.parse(localStore.read(RECENT_ITEMS_KEY) ?? "null"));
    return stored?.owner === currentOwner() ? stored.lots : [];
  } catch {
    return [];
  }
}

export function saveRecentItem({ _id, title, images, category }: RecentItem): void {
  const others = readRecentItems().filter((item) => item._id !== _id);
  const items = [{ _id, title, images, category }, ...others].slice(0, MAX_ITEMS);
  localStore.write(RECENT_ITEMS_KEY, JSON.stringify({ owner: currentOwner(), lots: items }));
}

export function clearRecentItems(): void {
  localStore.remove(RECENT_ITEMS_KEY);
}

/** All visitors who aren't signed in count as one owner. */
function currentOwner(): string {
  return currentUser()?.id ?? "visitor";
}
