/**
 * The two settings that Durable Objects need as numbers. They read `env` themselves, because the Worker's `Settings`
 * belong to its isolate; both read these defaults, and the Worker refuses every request if one makes no sense
 * (worker/settings.ts), so no object is ever called with such a value.
 */
type ObjectSettings = Pick<Env, "LIMIT_SCALE" | "RELAY_AFTER">;

/** Multiplies every limit: other than 1 only in tests and benchmarks. */
export const USUAL_LIMIT_SCALE = "1";
/** A room can hold 20,000 sockets; at 1,000 an isolate stays far below its memory (docs/notes/live-audience.md). */
export const USUAL_RELAY_AFTER = "1000";

export function limitScaleOf({ LIMIT_SCALE }: ObjectSettings): number {
  return Number(LIMIT_SCALE ?? USUAL_LIMIT_SCALE);
}

/** Watchers of a room, and of each relay, beyond which the next relay is opened. */
export function relayAfterOf({ RELAY_AFTER }: ObjectSettings): number {
  return Number(RELAY_AFTER ?? USUAL_RELAY_AFTER);
}
