/** What was searched for in this browser, newest first. */
const ENTRY = "recent-searches";
const MAX_SEARCHES = 5;

export function recentSearches(): string[] {
  return (localStorage.getItem(ENTRY) ?? "").split("\n").filter((text) => text !== "");
}

/** `text` is one line, trimmed and not empty. */
export function rememberSearch(text: string): void {
  const others = recentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
  localStorage.setItem(ENTRY, [text, ...others].slice(0, MAX_SEARCHES).join("\n"));
}

export function forgetSearches(): void {
  localStorage.removeItem(ENTRY);
}
