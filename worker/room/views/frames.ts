/** The frames that tell facts. A run is a stretch of facts without a gap; of many bids in it only the newest are named. */
import type { Standing } from "../../contract/bid.ts";
import { type LiveEvent, MAX_BIDS_PER_FLUSH, type ServerFrame } from "../../contract/live.ts";

/** Where the auction stands when a frame is made, unless it is hidden; `serverTime` is epoch ms. */
export type Now = { readonly auction?: Standing; readonly serverTime: number };
export type EventsFrame = Extract<ServerFrame, { type: "events" }>;

/** A fact to be told. A bid is put into words only if it is: of a flood most are not. */
export type Told = { readonly seq: number; readonly isBid: boolean; readonly event: () => LiveEvent };

/** One frame for a run of facts. */
export function frameOf(run: readonly Told[], now: Now): EventsFrame {
  const bids = run.reduce((count, { isBid }) => count + Number(isBid), 0);
  const omitted = Math.max(0, bids - MAX_BIDS_PER_FLUSH);
  let toSkip = omitted;
  const events = run.filter(({ isBid }) => !isBid || toSkip-- <= 0).map(({ event }) => event());
  return { type: "events", from: run[0]?.seq ?? 0, to: run.at(-1)?.seq ?? 0, omitted, ...now, events };
}

/** What a client that has seen fact `after` missed, whole; nothing missed is a frame without events. */
export function catchUpFrame(after: number, events: readonly LiveEvent[], now: Now): EventsFrame {
  return { type: "events", from: after + 1, to: after + events.length, omitted: 0, ...now, events: [...events] };
}

/** The part of a frame that is new to who has seen fact `seen`, which is in it. */
export function restOf(frame: EventsFrame, seen: number): EventsFrame {
  const events = frame.events.filter(({ seq }) => seq > seen);
  return { ...frame, from: seen + 1, omitted: frame.to - seen - events.length, events };
}

/** Any unit that is not ASCII; of a pair each by itself, as JSON escapes them. */
const NOT_ASCII = /[^\0-\x7f]/g;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * JSON for a crowd, in ASCII alone. Each socket's copy is encoded by itself, and V8 does that many times faster when a
 * string takes one byte a character: one "•" in a masked e-mail makes it two for the whole frame.
 */
export function crowdJson(frame: ServerFrame): string {
  const text = JSON.stringify(frame);
  const escaped = text.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // Made anew: what comes from a string of two bytes a character is stored as one.
  return escaped === text ? text : decoder.decode(encoder.encode(escaped));
}
