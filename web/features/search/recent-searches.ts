/** A person's searches in this browser, newest first. Replaced when someone else searches here. */
import { normalizeToText } from "../../../worker/contract/text/normalize-text.ts";
import { currentUser } from "../../api/session.ts";
import { localStore } from "../../browser/storage.ts";

const STORAGE_KEY = "recent-searches";
const MAX_SEARCHES = 5;

export function readRecentSearches(): string[] {
  const [owner, ...texts] = (localStore.read(STORAGE_KEY) ?? "").split("\n");
  return owner === currentOwner() ? texts : [];
}

/** `text` is one line, trimmed and not empty. */
export function saveRecentSearch(text: string): void {
  const others = readRecentSearches().filter((other) => normalizeToText(other) !== normalizeToText(text));
  localStore.write(STORAGE_KEY, [currentOwner(), ...[text, ...others].slice(0, MAX_SEARCHES)].join("\n"));
}

export function clearRecentSearches(): void {
  localStore.remove(STORAGE_KEY);
}

/** The first line of the entry. All visitors share one. */
function currentOwner(): string {
  return currentUser()?.id ?? "visitor";
}
