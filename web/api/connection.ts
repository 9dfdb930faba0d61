/**
 * The state of a live connection, as shown on screen, derived from its socket's events, and when to reconnect. Pure. An
 * open page never stops trying. A server that refuses says how long to wait, and after five failures in a row the next
 * attempts are half a minute apart.
 */
export const MAX_FAILURES = 5;

/** A socket that stays open this long is stable and clears the failures. One that is closed right away doesn't. */
export const STABLE_MS = 5_000;

/** The specification's numbers: one to five seconds between attempts, and twenty to connect. */
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 5_000;
const DELAY_GROWTH = 1.3;
export const CONNECT_TIMEOUT_MS = 20_000;

/** Between attempts once live updates have stopped. */
const STOPPED_DELAY_MS = 30_000;

export type Connection = {
  /** `refused`: the server has too many of these connections now. `stopped`: it can't be reached. */
  readonly phase: "connecting" | "live" | "reconnecting" | "refused" | "stopped";
  /** Failures in a row. */
  readonly failures: number;
  /** The least time to the next attempt (ms). Null while connected or connecting, or if no attempt will follow. */
  readonly waitMs: number | null;
};

export type SocketChange =
  /** The server has sent something. A socket that only opened may still be refused. */
  | { readonly type: "opened" }
  /**
   * The socket closed or never opened. `upMs` is how long it was open, `refusedForMs` how long the server says to wait.
   */
  | { readonly type: "closed"; readonly upMs: number; readonly refusedForMs?: number | null }
  /** The server closed it in favour of a page that was opened later. */
  | { readonly type: "replaced" }
  | { readonly type: "asked" };

export const STARTING: Connection = { phase: "connecting", failures: 0, waitMs: null };

export function connectionAfter(connection: Connection, change: SocketChange): Connection {
  switch (change.type) {
    case "opened":
      return { ...connection, phase: "live", waitMs: null };
    case "closed": {
      const { upMs, refusedForMs = null } = change;
      if (refusedForMs !== null) return { phase: "refused", failures: 0, waitMs: refusedForMs };
      if (upMs >= STABLE_MS) return { phase: "reconnecting", failures: 0, waitMs: FIRST_DELAY_MS };
      const failures = connection.failures + 1;
      if (failures >= MAX_FAILURES) return { phase: "stopped", failures, waitMs: STOPPED_DELAY_MS };
      const waitMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * DELAY_GROWTH ** (failures - 1));
      return { phase: connection.phase === "connecting" ? "connecting" : "reconnecting", failures, waitMs };
    }
    case "replaced":
      return { ...connection, phase: "stopped", waitMs: null };
    case "asked":
      return STARTING;
  }
}

/**
 * When to reconnect: at the due time, or up to half as much later, so that not everyone comes back at the same instant
 * after a deploy. `random` is from 0 to 1.
 */
export function spreadDelay(waitMs: number, random: number): number {
  return waitMs + random * Math.max(FIRST_DELAY_MS, waitMs / 2);
}
