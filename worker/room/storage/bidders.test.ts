import { expect, it, vi } from "vitest";

import type { Actor } from "../../rpc/room-rpc.ts";
import { aPerson, newId } from "../../testing/builders.ts";
import { anOpenRoomRequest, type RoomParts, withRoom } from "../../testing/room.ts";
import { RoomStorage } from "./room-storage.ts";

const people = [aPerson("Ann"), { ...aPerson("Bob"), anonymous: true }, aPerson("Cem")];
const personAt = (index: number): Actor => people[index % people.length] ?? aPerson();

/** Turns of a hundred bids. The bidder of every seventh bid withdraws it in the next turn. */
async function bidOften({ queue, storage }: RoomParts, turns: number): Promise<void> {
  let amountMinor = 10_000 + 1_000 * (storage.state?.auction.seq ?? 0);
  let toWithdraw: { actor: Actor; bidId: string }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const placements = Array.from({ length: 100 }, async (_, index) => {
      const actor = personAt(turn + index * index);
      const placed = await queue.submit({ type: "placeBid", actor, amountMinor: (amountMinor += 1_000) });
      if (!placed.ok) throw new Error(placed.failure.message);
      return { actor, bidId: placed.value.newBid._id };
    });
    const withdrawals = toWithdraw.map((withdrawal) => queue.submit({ type: "withdrawBid", ...withdrawal }));
    toWithdraw = (await Promise.all(placements)).filter((_, index) => index % 7 === 0);
    expect((await Promise.all(withdrawals)).every(({ ok }) => ok)).toBe(true);
  }
}

function countsOf({ state }: RoomStorage) {
  if (!state) throw new Error("the auction is open");
  const { bidders, participants } = state;
  const ids = people.map((person) => participants.bidderIdOf(person));
  return {
    standing: ids.map((id) => bidders.countStandingBids(id)),
    last: ids.map((id) => bidders.lastSeqOf(id)),
    withdrawals: ids.map((id) => bidders.countWithdrawals(id)),
  };
}

it("a waking room counts bids from its saved counts and the events since", async () => {
  await withRoom(async (room) => {
    const { ctx, storage, queue } = room;
    const { sql } = ctx.storage;
    await queue.submit(anOpenRoomRequest());
    for (let round = 0; round < 3; round += 1) {
      await bidOften(room, 4);
      const exec = sql.exec.bind(sql);
      const cursors: { readonly rowsRead: number }[] = [];
      const spy = vi.spyOn(sql, "exec").mockImplementation((query, ...bindings) => {
        const cursor = exec(query, ...bindings);
        if (query.includes("FROM journal")) cursors.push(cursor);
        return cursor;
      });
      const woken = new RoomStorage(ctx, () => Date.now());
      spy.mockRestore();
      expect(countsOf(woken)).toEqual(countsOf(storage));
      expect(cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0)).toBeLessThan(1_000);
    }
    const standing = countsOf(storage).standing.reduce((sum, count) => sum + count, 0);
    expect(standing).toBe(storage.state?.auction.bidCount);
    expect(storage.state?.auction.seq).toBeGreaterThan(1_200);
  });
});

it("a turn that only places bids reads no rows but its idempotency keys", async () => {
  await withRoom(async (room) => {
    const { ctx, queue } = room;
    await queue.submit(anOpenRoomRequest());
    await bidOften(room, 3);
    const queries: string[] = [];
    const exec = ctx.storage.sql.exec.bind(ctx.storage.sql);
    const spy = vi.spyOn(ctx.storage.sql, "exec").mockImplementation((query, ...bindings) => {
      if (/\b(?:FROM|JOIN) (?!json_each|responses)/.test(query)) queries.push(query);
      return exec(query, ...bindings);
    });
    const bids = Array.from({ length: 300 }, (_, index) =>
      queue.submit({ type: "placeBid", actor: personAt(index), amountMinor: 1_000_000 + index * 100, key: newId() }),
    );
    expect((await Promise.all(bids)).every(({ ok }) => ok)).toBe(true);
    spy.mockRestore();
    expect(queries).toEqual([]);
  });
});

it("a room stores at most 100 origins per person", async () => {
  await withRoom(async ({ ctx, storage, queue }) => {
    await queue.submit(anOpenRoomRequest());
    const origin = () => ({ network: newId(), device: newId(), session: newId() });
    const bid = (index: number) =>
      queue.submit({ type: "placeBid", actor: personAt(0), amountMinor: 10_000 + index * 100, origin: origin() });
    // The first bids each have their own turn. Then one turn has more new origins than are still allowed.
    for (let index = 0; index < 30; index += 1) await bid(index);
    await Promise.all(Array.from({ length: 150 }, (_, index) => bid(30 + index)));
    await bid(180);
    await queue.submit({ type: "placeBid", actor: personAt(1), amountMinor: 90_000, origin: origin() });
    const stored = ctx.storage.sql
      .exec("SELECT person_id, count(*) AS count FROM bid_origins GROUP BY person_id")
      .toArray();
    expect(new Map(stored.map(({ person_id: id, count }) => [id, count]))).toEqual(
      new Map([
        [personAt(0).id, 100],
        [personAt(1).id, 1],
      ]),
    );
    expect(storage.state?.auction.bidCount).toBe(182);
  });
});

it("a new bid origin gets a new number, even if the newest one was deleted", async () => {
  await withRoom(async ({ storage, queue }) => {
    await queue.submit(anOpenRoomRequest());
    const origin = { network: newId(), device: newId(), session: newId() };
    const bid = (index: number) =>
      queue.submit({ type: "placeBid", actor: personAt(index), amountMinor: 10_000 + index * 100, origin });
    const peopleAfter = (number: number) => storage.origins.listAfter(number).map(({ personId }) => personId);
    await bid(0);
    await bid(1);
    expect(peopleAfter(0)).toEqual([personAt(0).id, personAt(1).id]);
    const lastNumber = storage.origins.listAfter(0).at(-1)?.number ?? 0;
    storage.replaceParticipant({ ...personAt(1), firstName: "Deleted", lastName: "Account" });
    expect([peopleAfter(0), peopleAfter(lastNumber)]).toEqual([[personAt(0).id], []]);
    await bid(2);
    await bid(2);
    expect(peopleAfter(lastNumber)).toEqual([personAt(2).id]);
  });
});
