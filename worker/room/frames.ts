/** The frames that tell facts. A run is a stretch of facts without a gap; of many bids in it only the newest are named. */
import type { Standing } from "../contract/bid.ts";
import { type LiveEvent, MAX_BIDS_PER_FLUSH, type ServerFrame } from "../contract/live.ts";

/** Where the auction stands when a frame is made, unless it is hidden; `serverTime` is epoch ms. */
export type Now = { readonly auction?: Standing; readonly serverTime: number };
export type EventsFrame = Extract<ServerFrame, { type: "events" }>;

/** One frame for a run of events, which are one for each fact. */
export function frameOf(events: readonly LiveEvent[], now: Now): EventsFrame {
  const bids = events.filter((event) => event.type === "newBid").length;
  const omitted = Math.max(0, bids - MAX_BIDS_PER_FLUSH);
  let toSkip = omitted;
  const named = events.filter((event) => event.type !== "newBid" || toSkip-- <= 0);
  return { type: "events", from: events[0]?.seq ?? 0, to: events.at(-1)?.seq ?? 0, omitted, ...now, events: named };
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
