/**
 * After a reload nothing covers the page any more, but the history entry of what covered it is still there
 * (`ui/use-history-layer.ts`): the next Back would seem to do nothing. Such entries are left before the page is drawn.
 */
export function leaveReloadedLayers(): void {
  if (!hasLayer(history.state)) return;
  addEventListener("popstate", leaveReloadedLayers, { once: true });
  history.back();
}

/** The router keeps the state of an address in `usr`. */
function hasLayer(entry: { usr?: { layer?: unknown } | null } | null): boolean {
  return entry?.usr?.layer !== undefined;
}
