/** Builds the frames of the live protocol from facts, and their JSON. Pure. */
import type { Standing } from "../../contract/catalogue.ts";
import { type EventsFrame, type LiveEvent, MAX_BIDS_PER_FLUSH, type ServerFrame } from "../../contract/live.ts";
import { type Auction, findBid } from "../../rules/auction.ts";
import type { SequencedFact } from "../../rules/facts.ts";
import { type BidFlags, type AuctionWithParticipants, toEvent, toStanding } from "./wire.ts";

/** The auction's standing when a frame is made, unless it is hidden. `serverTime` is epoch ms. */
export type FrameContext = { readonly auction?: Standing; readonly serverTime: number };

export function frameContextOf(auction: Auction, serverTime: number): FrameContext {
  return auction.hidden ? { serverTime } : { auction: toStanding(auction, serverTime), serverTime };
}

/** A fact to publish. A bid's event is created only if it's sent, because in a burst most bids are not. */
export type QueuedEvent = { readonly seq: number; readonly isBid: boolean; readonly event: () => LiveEvent };

/** A fact to publish. `bids` finds bids that aren't in memory and that the fact may change. */
export function toQueuedEvent(
  record: SequencedFact,
  state: AuctionWithParticipants,
  bids: { find(bidId: string): BidFlags | null },
): QueuedEvent {
  const { seq } = record;
  const defaultFlags = { placedAt: record.at, edited: false, reveals: false, releaseRequested: false };
  // Raised bids are on top, and so in memory.
  const findFlags = (bidId: string) => findBid(state.auction, bidId) ?? bids.find(bidId) ?? defaultFlags;
  if (record.fact.type === "newBid" && !state.auction.hidden) {
    // Doesn't read the tables, which may be gone by the time this is sent. A bid that is no longer in memory isn't
    // shown anymore.
    const findFlagsInMemory = (bidId: string) => findBid(state.auction, bidId) ?? defaultFlags;
    return { seq, isBid: true, event: () => toEvent(record, state, findFlagsInMemory) };
  }
  // Created right away, because the tables with the edited bid may be gone when it is sent.
  const event = toEvent(record, state, findFlags);
  // Every bid in a burst may raise the leader.
  return { seq, isBid: event.type === "bidAdjusted", event: () => event };
}

/** Facts in one frame. A relay that is far behind gets several frames. */
export const MAX_FRAME_FACTS = 5_000;
/**
 * The most characters of events in one frame. There's a limit because thousands of watchers each get a copy. A single
 * event may be longer.
 */
export const MAX_FRAME_CHARACTERS = 256 * 1_024;

/**
 * The first facts of a run that fit into one frame. Bids are short, and at most `MAX_BIDS_PER_FLUSH` of them are sent.
 */
export function takeFitting(run: readonly QueuedEvent[]): readonly QueuedEvent[] {
  let characters = 0;
  const end = run.findIndex(({ isBid, event }, index) => {
    if (!isBid) characters += JSON.stringify(event()).length;
    return index > 0 && (characters > MAX_FRAME_CHARACTERS || index >= MAX_FRAME_FACTS);
  });
  return end === -1 ? run : run.slice(0, end);
}

/** One frame for as many facts of a run as fit, from the first. It includes only the newest `maxBids` bids. */
export function frameOf(
  queued: readonly QueuedEvent[],
  context: FrameContext,
  maxBids = MAX_BIDS_PER_FLUSH,
): EventsFrame {
  const run = takeFitting(queued);
  const bids = run.reduce((count, { isBid }) => count + Number(isBid), 0);
  const omitted = Math.max(0, bids - maxBids);
  let toSkip = omitted;
  const events = run.filter(({ isBid }) => !isBid || toSkip-- <= 0).map(({ event }) => event());
  // Stryker disable next-line OptionalChaining: a frame has at least one fact.
  return { type: "events", from: run[0]?.seq ?? 0, to: run.at(-1)?.seq ?? 0, omitted, ...context, events };
}

/** Everything after fact `after`, for a client that reconnects. Empty if it missed nothing. */
export function catchUpFrame(after: number, events: readonly LiveEvent[], context: FrameContext): EventsFrame {
  return { type: "events", from: after + 1, to: after + events.length, omitted: 0, ...context, events: [...events] };
}

/** The part of a frame that is new to a client which has fact `received`, one of the frame's. */
export function framePartAfter(frame: EventsFrame, received: number): EventsFrame {
  const events = frame.events.filter(({ seq }) => seq > received);
  return { ...frame, from: received + 1, omitted: frame.to - received - events.length, events };
}

/**
 * Any code unit that isn't ASCII. Each half of a surrogate pair matches by itself, because JSON escapes them that way.
 */
const NOT_ASCII = /[^\0-\x7f]/g;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * JSON for many sockets, in ASCII only. Each socket's copy is encoded separately, and V8 does that many times faster
 * when a string takes one byte per character. A single "•" in a masked email address would make it two for the whole
 * frame.
 */
export function asciiJson(frame: ServerFrame): string {
  const text = JSON.stringify(frame);
  const escaped = text.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // Decoded again, because a string cut from one with two bytes per character keeps two.
  // Stryker disable next-line ConditionalExpression: the text is the same either way.
  return escaped === text ? text : decoder.decode(encoder.encode(escaped));
}
