/**
 * Finds sockets whose client left without closing them, such as a phone that lost its network or a laptop that was
 * shut. The platform may not detect that for hours. Our clients send a ping every 25 seconds. The platform answers it
 * without waking the object, and stores its time.
 */

/** Browsers throttle timers in background pages to once a minute. */
const SILENT_AFTER_MS = 90_000;

/** Close code. The other side is gone. */
export const CLOSE_GONE = 1001;

/**
 * `lastActiveAt` returns when the socket opened or last sent a message (epoch ms). It's called only if the pings aren't
 * recent enough.
 */
export function isSilent(
  ctx: Pick<DurableObjectState, "getWebSocketAutoResponseTimestamp">,
  socket: WebSocket,
  lastActiveAt: () => number,
  now: number,
): boolean {
  const pingedAt = ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
  return now - pingedAt > SILENT_AFTER_MS && now - lastActiveAt() > SILENT_AFTER_MS;
}
