/**
 * Finds sockets whose client is gone without closing them: a phone that lost its network, a laptop that was shut. The
 * platform may not detect that for hours. Our clients send a ping every 25 seconds, which the platform answers without
 * waking the object and whose time it stores.
 */

/** Browsers let a page in the background run its timers once a minute. */
const SILENT_AFTER_MS = 90_000;

/** Close code: the other side is gone. */
export const CLOSE_GONE = 1001;

/**
 * `sinceAt` returns when the socket opened or last sent a message (epoch ms); it is called only if the pings are not
 * recent enough.
 */
export function isSilent(
  ctx: Pick<DurableObjectState, "getWebSocketAutoResponseTimestamp">,
  socket: WebSocket,
  sinceAt: () => number,
  now: number,
): boolean {
  const pingedAt = ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
  return now - pingedAt > SILENT_AFTER_MS && now - sinceAt() > SILENT_AFTER_MS;
}
