import { expect, it } from "vitest";

import { serverFrame } from "../../contract/live.ts";
import { anOpenRoomRequest, type RoomParts, withRoom } from "../../testing/room.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import { RoomReads } from "./room-reads.ts";

/**
 * As many as a listing may have. They're too long for one page of the journal or one frame, although both could hold
 * far more facts.
 */
const EDIT_COUNT = 200;

/** Edits of a listing, all in one turn. Each is a fact as long as its change. */
async function editListing({ queue }: RoomParts, changes: readonly { title?: string; description?: string }[]) {
  const opening = anOpenRoomRequest();
  const { actor, limits } = opening;
  await queue.submit(opening);
  const edits = changes.map((change) => queue.submit({ type: "editListing", actor, change, limits }));
  expect((await Promise.all(edits)).every(({ ok }) => ok)).toBe(true);
}

function readsOf({ storage, queue }: RoomParts) {
  return new RoomReads(storage, queue, { watching: 0 }, () => Date.now());
}

function openState({ state }: RoomStorage) {
  if (!state) throw new Error("the auction is open");
  return state;
}

const longText = (number: number) => `${number} ${"of walnut ".repeat(450)}`;

it("a page of the journal ends once it reaches half a megabyte", async () => {
  await withRoom(async (room) => {
    await editListing(
      room,
      Array.from({ length: EDIT_COUNT }, (_, number) => ({ description: longText(number) })),
    );
    const reads = readsOf(room);
    const pages: number[][] = [];
    for (let after: number | null = 0; after !== null;) {
      const page = await reads.journal(after);
      if (!page.ok) throw new Error(page.failure.message);
      const { records, next } = page.value;
      expect(JSON.stringify(records).length).toBeLessThan(600 * 1_024);
      pages.push(records.map(({ seq }) => seq));
      after = next;
    }
    expect(pages.length).toBe(2);
    expect(pages.flat()).toEqual(Array.from({ length: EDIT_COUNT + 1 }, (_, index) => index + 1));
  });
});

it("a client gets a snapshot if the events it missed would be longer", async () => {
  const titles = Array.from({ length: EDIT_COUNT }, (_, number) => ({ title: `Bureau number ${number}` }));
  const descriptions = titles.map((_, number) => ({ description: longText(number) }));
  for (const changes of [descriptions, [{ description: longText(0) }, ...titles.slice(1)]]) {
    await withRoom(async (room) => {
      await editListing(room, changes);
      const state = openState(room.storage);
      const { seq } = state.auction;
      const reads = readsOf(room);
      const frame = (after: number) => serverFrame.parse(JSON.parse(reads.firstFrame(state, String(after), 1)));
      expect(frame(1)).toMatchObject({ type: "snapshot", seq });
      expect(frame(seq - 20)).toMatchObject({ type: "events", from: seq - 19, to: seq });
      expect(reads.firstFrame(state, "1", 1).length).toBeLessThan(20_000);
    });
  }
});

it("a client that is ahead of its restored room gets a snapshot", async () => {
  await withRoom(async (room) => {
    await room.queue.submit(anOpenRoomRequest());
    const reads = readsOf(room);
    for (const after of ["2", "400", "999999999"]) {
      const frame = serverFrame.parse(JSON.parse(reads.firstFrame(openState(room.storage), after, 1)));
      expect(frame).toMatchObject({ type: "snapshot", seq: 1 });
    }
    const upToDateFrame = serverFrame.parse(JSON.parse(reads.firstFrame(openState(room.storage), "1", 1)));
    expect(upToDateFrame).toMatchObject({ type: "events", from: 2, to: 1, events: [] });
  });
});
