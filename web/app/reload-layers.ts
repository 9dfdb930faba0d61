/**
 * After a reload nothing covers the page anymore, but the history entry of what covered it is still there
 * (`ui/use-history-layer.ts`), so the next Back would seem to do nothing. We leave such entries at once.
 */
const LEFT_WITHIN_MS = 1_000;

export function leaveReloadedLayers(): void {
  if (!hasLayer(history.state)) return;
  // A person who goes back later leaves one entry.
  const signal = AbortSignal.timeout(LEFT_WITHIN_MS);
  addEventListener("popstate", leaveReloadedLayers, { once: true, signal });
  history.back();
}

/** The router keeps the state of an address in `usr`. */
function hasLayer(entry: { usr?: { layer?: unknown } | null } | null): boolean {
  return entry?.usr?.layer !== undefined;
}
