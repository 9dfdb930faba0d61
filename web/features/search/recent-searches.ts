/**
 * What a person has searched for in this browser, newest first. Replaced when another person searches in this browser.
 */
import { foldText } from "../../../worker/contract/fold.ts";
import { currentUser } from "../../api/session.ts";

const ENTRY = "recent-searches";
const MAX_SEARCHES = 5;

export function recentSearches(): string[] {
  const [owner, ...texts] = (localStorage.getItem(ENTRY) ?? "").split("\n");
  return owner === ownerNow() ? texts : [];
}

/** `text` is one line, trimmed and not empty. */
export function rememberSearch(text: string): void {
  const others = recentSearches().filter((other) => foldText(other) !== foldText(text));
  localStorage.setItem(ENTRY, [ownerNow(), ...[text, ...others].slice(0, MAX_SEARCHES)].join("\n"));
}

export function forgetSearches(): void {
  localStorage.removeItem(ENTRY);
}

/** The first line of the entry. All visitors share one. */
function ownerNow(): string {
  return currentUser()?.id ?? "visitor";
}
