import { expect, it } from "vitest";

import type { SequencedFact } from "../../rules/facts.ts";
import { aPerson } from "../../testing/builders.ts";
import { anOpenRoomRequest, withRoom } from "../../testing/room.ts";
import { frameOf, MAX_FRAME_FACTS } from "../views/frames.ts";
import { LiveEvents } from "./live-events.ts";

it("the event of an edited bid can be read after its room is emptied", async () => {
  const facts: SequencedFact[] = [];
  await withRoom(
    async ({ ctx, storage, queue }) => {
      const live = new LiveEvents(storage, () => Date.now());
      const actor = aPerson();
      await queue.submit(anOpenRoomRequest());
      const placed = await queue.submit({ type: "placeBid", actor, amountMinor: 10_000 });
      if (!placed.ok) throw new Error(placed.failure.message);
      const { newBid } = placed.value;
      await queue.submit({ type: "editBid", actor, bidId: newBid._id, amountMinor: 10_500 });
      const editEvents = live.eventsOf(facts.filter(({ fact }) => fact.type === "bidEdited"));
      await ctx.storage.deleteAll();
      const bid = { _id: newBid._id, createdAt: newBid.createdAt };
      expect(editEvents.map(({ event }) => event())).toMatchObject([{ type: "bidEdited", bid }]);
    },
    { onCommitted: (committed) => facts.push(...committed) },
  );
});

it("a relay that is far behind gets frames of limited size without a gap", async () => {
  await withRoom(async ({ storage, queue }) => {
    await queue.submit(anOpenRoomRequest());
    const people = Array.from({ length: 8 }, () => aPerson());
    const bids = Array.from({ length: MAX_FRAME_FACTS + 1_000 }, (_, index) =>
      queue.submit({ type: "placeBid", actor: people[index % 8] ?? aPerson(), amountMinor: 10_000 + index * 100 }),
    );
    await Promise.all(bids);
    const live = new LiveEvents(storage, () => Date.now());
    const frames: (readonly [from: number, to: number])[] = [];
    for (let seq = 0; seq < live.seq;) {
      const events = live.eventsAfter(seq);
      expect(events.length).toBeLessThanOrEqual(MAX_FRAME_FACTS);
      const { from, to } = frameOf(events, live.frameContext());
      frames.push([from, to]);
      seq = to;
    }
    expect(frames.length).toBeGreaterThan(1);
    expect(frames.map(([from]) => from)).toEqual([1, ...frames.slice(0, -1).map(([, to]) => to + 1)]);
    expect(frames.at(-1)?.[1]).toBe(MAX_FRAME_FACTS + 1_001);
  });
});
