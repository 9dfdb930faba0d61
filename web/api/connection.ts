/**
 * The state of a live connection, as shown on screen, derived from what happens to its socket. Pure. A stable
 * connection that drops starts with no failures; after five in a row it is given up until someone asks to reconnect.
 */
export const MAX_FAILURES = 5;

/** A socket that stays open this long is stable and clears the failures; one that is closed at once does not. */
export const STABLE_MS = 5_000;

/** How every socket reconnects. */
export const RECONNECTING = {
  minReconnectionDelay: 1_000,
  maxReconnectionDelay: 5_000,
  connectionTimeout: 20_000,
  minUptime: STABLE_MS,
  // Nothing is queued for the next connection: a bid must never be sent later than its bidder thinks.
  maxEnqueuedMessages: 0,
};

export type Connection = {
  readonly phase: "connecting" | "live" | "reconnecting" | "givenUp";
  /** Failures in a row. */
  readonly failures: number;
};

export type SocketChange =
  | { readonly type: "opened" }
  /** The socket closed or never opened; `upMs` is how long it was open. */
  | { readonly type: "closed"; readonly upMs: number }
  /** The server closed it in favour of a page that was opened later. */
  | { readonly type: "replaced" }
  | { readonly type: "asked" };

export const STARTING: Connection = { phase: "connecting", failures: 0 };

export function connectionAfter(connection: Connection, change: SocketChange): Connection {
  switch (change.type) {
    case "opened":
      return { ...connection, phase: "live" };
    case "closed": {
      if (change.upMs >= STABLE_MS) return { phase: "reconnecting", failures: 0 };
      const failures = connection.failures + 1;
      if (failures >= MAX_FAILURES) return { phase: "givenUp", failures };
      return { phase: connection.phase === "connecting" ? "connecting" : "reconnecting", failures };
    }
    case "replaced":
      return { ...connection, phase: "givenUp" };
    case "asked":
      return STARTING;
  }
}
