/** Frames of facts. Pure. A run is a stretch of facts without a gap; if it has many bids, only the newest are included. */
import type { Standing } from "../../contract/catalogue.ts";
import { type LiveEvent, MAX_BIDS_PER_FLUSH, type ServerFrame } from "../../contract/live.ts";

/** The auction's standing when a frame is made, unless it is hidden; `serverTime` is epoch ms. */
export type Now = { readonly auction?: Standing; readonly serverTime: number };
export type EventsFrame = Extract<ServerFrame, { type: "events" }>;

/** A fact on its way to the watchers. The event of a bid is made only if it is sent: of a flood of bids most are not. */
export type QueuedEvent = { readonly seq: number; readonly isBid: boolean; readonly event: () => LiveEvent };

/** One frame for a run of facts. */
export function frameOf(run: readonly QueuedEvent[], now: Now): EventsFrame {
  const bids = run.reduce((count, { isBid }) => count + Number(isBid), 0);
  const omitted = Math.max(0, bids - MAX_BIDS_PER_FLUSH);
  let toSkip = omitted;
  const events = run.filter(({ isBid }) => !isBid || toSkip-- <= 0).map(({ event }) => event());
  return { type: "events", from: run[0]?.seq ?? 0, to: run.at(-1)?.seq ?? 0, omitted, ...now, events };
}

/** Everything after fact `after`, for a client that missed it; a frame without events when it missed nothing. */
export function catchUpFrame(after: number, events: readonly LiveEvent[], now: Now): EventsFrame {
  return { type: "events", from: after + 1, to: after + events.length, omitted: 0, ...now, events: [...events] };
}

/** The part of a frame that is new to a client which has fact `received`, one of the frame's. */
export function restOf(frame: EventsFrame, received: number): EventsFrame {
  const events = frame.events.filter(({ seq }) => seq > received);
  return { ...frame, from: received + 1, omitted: frame.to - received - events.length, events };
}

/** Any unit that is not ASCII; of a surrogate pair each by itself, as JSON escapes them. */
const NOT_ASCII = /[^\0-\x7f]/g;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * JSON for many sockets, in ASCII only. Each socket's copy is encoded by itself, and V8 does that many times faster when
 * a string takes one byte a character: one "•" in a masked e-mail address makes it two for the whole frame.
 */
export function asciiJson(frame: ServerFrame): string {
  const text = JSON.stringify(frame);
  const escaped = text.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // Decoded again, because a string cut from one with two bytes a character keeps two bytes a character.
  return escaped === text ? text : decoder.decode(encoder.encode(escaped));
}
