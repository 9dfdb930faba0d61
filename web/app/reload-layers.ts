/**
 * After a reload, any dialog or menu is closed, but its history entry is still there (`ui/use-history-layer.ts`). The
 * next Back would then seem to do nothing. So we leave such entries right away.
 */
const LEAVE_TIMEOUT_MS = 1_000;

export function leaveReloadedLayers(): void {
  if (!hasLayer(history.state)) return;
  // After this time, a popstate comes from the person, not from us.
  const signal = AbortSignal.timeout(LEAVE_TIMEOUT_MS);
  addEventListener("popstate", leaveReloadedLayers, { once: true, signal });
  history.back();
}

/** The router keeps a history entry's state in `usr`. */
function hasLayer(entry: { usr?: { layer?: unknown } | null } | null): boolean {
  return entry?.usr?.layer !== undefined;
}
