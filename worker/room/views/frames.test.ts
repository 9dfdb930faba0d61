import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { LiveEvent, ServerFrame } from "../../contract/live.ts";
import {
  asciiJson,
  catchUpFrame,
  frameOf,
  MAX_FRAME_FACTS,
  MAX_FRAME_CHARACTERS,
  type QueuedEvent,
  framePartAfter,
} from "./frames.ts";

const FRAME_CONTEXT = { serverTime: 1_700_000_000_000 };

/** Any text: with surrogate pairs, and with halves of pairs, which JSON escapes and UTF-8 cannot represent. */
const anyText = fc
  .array(fc.oneof(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 0xff_ff }).map(unit), hardCharacter()))
  .map((parts) => parts.join(""));

function unit(code: number): string {
  return String.fromCharCode(code);
}
/** The hard cases: the ends of the ranges, lone and reversed halves of pairs, and characters that JSON escapes. */
function hardCharacter() {
  const ends = [0, 0x1f, 0x7f, 0x80, 0xff, 0x1_00, 0x20_28, 0xd8_00, 0xdb_ff, 0xdc_00, 0xdf_ff, 0xff_ff].map(unit);
  return fc.constantFrom(...ends, "😀", "\uDE00\uD83D", "a•••@e•••.com", '"', "\\", "\\u2022", "</script>");
}

const editEvent = (title: string, description: string, seq = 7): LiveEvent => ({
  type: "listingEdited",
  seq,
  title,
  description,
  startingPrice: 100,
  terms: { increments: "flat", softCloseMs: 0 },
  images: null,
  pictures: [],
});
const bidOf = (seq: number, text: string): LiveEvent => {
  const bidder = { _id: "ann", firstName: text, lastName: text, image: null };
  const bid = { _id: `${seq}`, amount: 100, bidder, createdAt: "2026-11-21T12:00:00.000Z", auto: false, edited: false };
  const event = { productId: "lot", bidAmount: 100, bid, user: text, userId: "ann", bidderEmail: text, auto: false };
  return { type: "newBid", seq, ...event };
};
const frameWith = (...events: LiveEvent[]): ServerFrame => ({
  type: "events",
  from: 1,
  to: 9,
  omitted: 0,
  ...FRAME_CONTEXT,
  events,
});

describe("a frame's text", () => {
  it("a frame's text is pure ASCII and parses to the same frame", () => {
    fc.assert(
      fc.property(anyText, anyText, (title, description) => {
        const frame = frameWith(editEvent(title, description), bidOf(8, title));
        const text = asciiJson(frame);
        expect(text).toMatch(/^[\0-\x7f]*$/);
        const read: unknown = JSON.parse(text);
        expect(read).toEqual(frame);
        // Equal in every code unit, lone halves included.
        expect(JSON.stringify(read)).toBe(JSON.stringify(frame));
      }),
      { numRuns: 1_000 },
    );
  });

  it("a frame's text preserves every UTF-16 code unit", () => {
    for (let code = 0; code <= 0xff_ff; code += 64) {
      const units = Array.from({ length: 64 }, (_, index) => unit(code + index)).join("");
      const text = asciiJson(frameWith(editEvent(units, "")));
      expect(/^[\0-\x7f]*$/.test(text)).toBe(true);
      expect(JSON.parse(text)).toEqual(frameWith(editEvent(units, "")));
    }
  });

  it("a frame's text equals plain JSON if nothing needs escaping", () => {
    const plain = frameWith(editEvent("Brass telescope", "It extends."));
    expect(asciiJson(plain)).toBe(JSON.stringify(plain));
  });
});

describe("frames with many events", () => {
  /** Facts from number 10 on. `serializedSeqs` lists those whose events were made. */
  function aRun(kinds: readonly ("bid" | "other")[]) {
    const serializedSeqs: number[] = [];
    const run = kinds.map((kind, index): QueuedEvent => {
      const seq = 10 + index;
      const event = () => {
        serializedSeqs.push(seq);
        return kind === "bid" ? bidOf(seq, "Ann") : editEvent("Brass telescope", "", seq);
      };
      return { seq, isBid: kind === "bid", event };
    });
    return { run, serializedSeqs };
  }
  const seqs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const bidKinds = (count: number) => Array.from({ length: count }, () => "bid" as const);

  it("a frame holds the newest 50 of 60 bids and says that 10 are omitted", () => {
    const { run, serializedSeqs } = aRun(bidKinds(60));
    const frame = frameOf(run, FRAME_CONTEXT);
    expect(frame).toMatchObject({ type: "events", from: 10, to: 69, omitted: 10, ...FRAME_CONTEXT });
    expect(frame.events.map(({ seq }) => seq)).toEqual(seqs(20, 69));
    expect(serializedSeqs).toEqual(seqs(20, 69));
  });

  it("a frame of up to 50 bids includes every one of them", () => {
    const { run } = aRun(bidKinds(50));
    expect(frameOf(run, FRAME_CONTEXT)).toMatchObject({ from: 10, to: 59, omitted: 0 });
    expect(frameOf(run, FRAME_CONTEXT).events).toHaveLength(50);
  });

  it("a frame covers at most 5,000 events, even if all of them are bids", () => {
    const { run } = aRun(bidKinds(MAX_FRAME_FACTS + 1));
    expect(frameOf(run, FRAME_CONTEXT)).toMatchObject({
      from: 10,
      to: 9 + MAX_FRAME_FACTS,
      omitted: MAX_FRAME_FACTS - 50,
    });
    expect(frameOf(run.slice(1), FRAME_CONTEXT)).toMatchObject({ from: 11, to: 10 + MAX_FRAME_FACTS });
  });

  it("a frame omits only bids, never other events, and keeps the order", () => {
    const { run } = aRun(["other", ...bidKinds(30), "other", ...bidKinds(30), "other"]);
    const frame = frameOf(run, FRAME_CONTEXT);
    expect(frame).toMatchObject({ from: 10, to: 72, omitted: 10 });
    expect(frame.events.map(({ seq }) => seq)).toEqual([10, ...seqs(21, 72)]);
    expect(frame.events.length + frame.omitted).toBe(frame.to - frame.from + 1);
  });
});

describe("frames with long events", () => {
  const longEdit = (seq: number): QueuedEvent => ({
    seq,
    isBid: false,
    event: () => editEvent("A bureau", "x".repeat(MAX_FRAME_CHARACTERS / 3), seq),
  });

  it("a frame ends before it gets too long, and the next frames hold the rest", () => {
    const run = Array.from({ length: 10 }, (_, index) => longEdit(10 + index));
    const frames: number[][] = [];
    for (let rest = run; rest.length > 0;) {
      const frame = frameOf(rest, FRAME_CONTEXT);
      expect(JSON.stringify(frame).length).toBeLessThan(1.1 * MAX_FRAME_CHARACTERS);
      expect(frame).toMatchObject({ from: rest[0]?.seq, omitted: 0 });
      frames.push(frame.events.map(({ seq }) => seq));
      rest = rest.filter(({ seq }) => seq > frame.to);
    }
    expect(frames.length).toBe(5);
    expect(frames.flat()).toEqual(run.map(({ seq }) => seq));
  });

  it("events that exactly fill a frame are sent as one frame", () => {
    const empty = JSON.stringify(editEvent("A bureau", "", 11)).length;
    const editOfLength = (seq: number, characters: number): QueuedEvent => ({
      seq,
      isBid: false,
      event: () => editEvent("A bureau", "x".repeat(characters - empty), seq),
    });
    const half = MAX_FRAME_CHARACTERS / 2;
    expect(frameOf([editOfLength(10, half), editOfLength(11, half)], FRAME_CONTEXT)).toMatchObject({
      from: 10,
      to: 11,
    });
    expect(frameOf([editOfLength(10, half), editOfLength(11, half + 1)], FRAME_CONTEXT)).toMatchObject({
      from: 10,
      to: 10,
    });
  });

  it("an event too long for any frame gets its own frame", () => {
    const huge = { ...longEdit(10), event: () => editEvent("A bureau", "x".repeat(2 * MAX_FRAME_CHARACTERS), 10) };
    expect(frameOf([huge, longEdit(11)], FRAME_CONTEXT)).toMatchObject({ from: 10, to: 10 });
  });
});

describe("clients that missed events", () => {
  const events = [editEvent("One", "", 5), editEvent("Two", "", 6), editEvent("Three", "", 7)];

  it("a client that missed events gets all of them, starting with the first", () => {
    expect(catchUpFrame(4, events, FRAME_CONTEXT)).toEqual({
      type: "events",
      from: 5,
      to: 7,
      omitted: 0,
      ...FRAME_CONTEXT,
      events,
    });
  });

  it("a client that missed no events gets a frame without events", () => {
    expect(catchUpFrame(4, [], FRAME_CONTEXT)).toEqual({
      type: "events",
      from: 5,
      to: 4,
      omitted: 0,
      ...FRAME_CONTEXT,
      events: [],
    });
  });

  it("a client that has part of a frame gets the rest of it", () => {
    const frame = catchUpFrame(4, events, FRAME_CONTEXT);
    expect(framePartAfter(frame, 5)).toEqual({ ...frame, from: 6, events: events.slice(1) });
    expect(framePartAfter({ ...frame, from: 1, omitted: 4 }, 2)).toEqual({ ...frame, from: 3, omitted: 2 });
    expect(framePartAfter(frame, 7)).toEqual({ ...frame, from: 8, events: [] });
  });
});
