/**
 * The state of a live connection as shown on screen, and when to reconnect. Pure: derived from the socket's events. An
 * open page never stops trying, unless a page opened later replaced its connection. A refusal says how long to wait.
 * After five failures in a row, attempts are at least 30 seconds apart.
 */
const MAX_FAILURES = 5;

/** A socket that stays open this long is stable and resets the failure count. One that closes right away doesn't. */
export const STABLE_MS = 5_000;

/** From the specification: one to five seconds between attempts, and twenty to connect. */
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 5_000;
const DELAY_GROWTH = 1.3;
export const CONNECT_TIMEOUT_MS = 20_000;

/** Between attempts after live updates have stopped. */
const STOPPED_DELAY_MS = 30_000;

export type Connection = {
  /**
   * `refused`: the server has too many of these connections. `stopped`: it can't be reached, or a page opened later
   * replaced this connection.
   */
  readonly phase: "connecting" | "live" | "reconnecting" | "refused" | "stopped";
  /** Failures in a row. */
  readonly failures: number;
  /** Minimum wait until the next attempt (ms). Null while connected or connecting, or if no attempt is scheduled. */
  readonly waitMs: number | null;
};

export type SocketChange =
  /** The server sent something. A socket that has merely opened may still be refused. */
  | { readonly type: "confirmed" }
  /**
   * The socket closed or never opened. `upMs` is how long it was open, and `refusedForMs` is how long the server says
   * to wait.
   */
  | { readonly type: "closed"; readonly upMs: number; readonly refusedForMs?: number | null }
  /** The server closed it in favor of a page opened later. */
  | { readonly type: "replaced" }
  | { readonly type: "connectRequested" };

export const INITIAL_CONNECTION: Connection = { phase: "connecting", failures: 0, waitMs: null };

export function connectionAfter(connection: Connection, change: SocketChange): Connection {
  switch (change.type) {
    case "confirmed":
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
    case "connectRequested":
      return INITIAL_CONNECTION;
  }
}

/**
 * The delay before reconnecting: `waitMs` plus up to half of it, or up to a second if that's longer. So browsers don't
 * all reconnect at the same instant after a deployment. `random` is from 0 to 1.
 */
export function spreadDelay(waitMs: number, random: number): number {
  return waitMs + random * Math.max(FIRST_DELAY_MS, waitMs / 2);
}
