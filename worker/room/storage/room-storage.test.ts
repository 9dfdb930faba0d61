/** A failed transaction changes nothing, neither in storage nor in memory. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { deletedPerson } from "../../rpc/room-rpc.ts";
import { anOpenRequest, aPerson, newId } from "../../testing/builders.ts";
import { anOpenRoomRequest, type RoomParts, withRoom } from "../../testing/room.ts";
import { decideTurn } from "../commands/decide-turn.ts";
import type { RoomRequest } from "../commands/requests.ts";
import { ROOM_LIMITS } from "../limits.ts";
import { createParts, type StoragePart } from "./parts.ts";
import { RoomStorage } from "./room-storage.ts";

const origin = () => ({ network: newId(), device: newId(), session: newId() });

/**
 * Two turns that write everything that a turn can: facts, bids, participants, responses, origins, checkpoints, the
 * alarm.
 */
const ann = { ...aPerson("Ann"), anonymous: true };
const bob = aPerson("Bob");
const FIRST_BID: RoomRequest = { type: "placeBid", actor: ann, amountMinor: 10_000, key: newId(), origin: origin() };
const TURN: readonly RoomRequest[] = [
  { type: "placeBid", actor: bob, amountMinor: 10_100, key: newId(), origin: origin() },
  {
    type: "placeBid",
    actor: { ...ann, maskedEmail: "a•••@e•••.org" },
    amountMinor: 10_200,
    key: newId(),
    origin: origin(),
  },
];

/** Everything about a room that's in memory. */
function memoryOf(storage: RoomStorage) {
  const people = [ann, bob];
  const keys = [FIRST_BID, ...TURN].flatMap((request) =>
    "key" in request && request.key ? [{ actorId: request.actor.id, key: request.key }] : [],
  );
  return {
    auction: storage.state?.auction,
    lastHash: storage.state?.lastHash,
    participants: people.map(({ id }) => storage.state?.participants.get(id)),
    bidders: people.map((person) => {
      const id = storage.state?.participants.bidderIdOf(person) ?? "";
      return [storage.state?.bidders.countStandingBids(id), storage.state?.bidders.lastSeqOf(id)];
    }),
    nextBidderId: storage.state?.participants.bidderIdOf({ id: "someone else", anonymous: true }),
    responses: Array.from(storage.idempotency.find(keys).keys()).toSorted(),
    checkpoints: [storage.checkpoints.get("catalogue"), storage.checkpoints.areSaved],
    unknownOrigins: storage.origins.listUnknown(TURN.flatMap((request) => originOf(request))).length,
    needsAlarm: storage.alarm.isNeeded(Infinity),
  };
}

function thrownBy(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

function originOf(request: RoomRequest) {
  return "origin" in request && request.origin ? [{ ...request.origin, personId: request.actor.id, at: 1 }] : [];
}

function decide({ storage }: RoomParts, requests: readonly RoomRequest[]) {
  const turn = decideTurn(storage.state, requests, Date.now(), new Map());
  expect(turn.outcomes.map(({ ok }) => ok)).toEqual(requests.map(() => true));
  return turn;
}

it("a transaction that fails at any write changes nothing in memory", async () => {
  let writes = Infinity;
  for (let failingWrite = 0; failingWrite < writes; failingWrite += 1) {
    await withRoom(async (room) => {
      const { ctx, storage } = room;
      storage.save(decide(room, [anOpenRoomRequest(), FIRST_BID]), Date.now());
      storage.checkpoints.move("catalogue", 0, 1);
      storage.alarm.reset();
      const before = memoryOf(storage);
      const turn = decide(room, TURN);

      let write = 0;
      const failOnce = () => {
        if (write++ === failingWrite) throw new Error("the disk is full");
      };
      const exec = ctx.storage.sql.exec.bind(ctx.storage.sql);
      const spies = [
        vi.spyOn(ctx.storage.sql, "exec").mockImplementation((query, ...bindings) => {
          if (!/^\s*SELECT/.test(query)) failOnce();
          return exec(query, ...bindings);
        }),
        vi.spyOn(storage.alarm, "write").mockImplementationOnce(failOnce),
      ];
      const error = thrownBy(() => storage.save(turn, Date.now()));
      for (const spy of spies) spy.mockRestore();
      if (error === null) {
        writes = failingWrite;
        return;
      }
      expect(error).toEqual(new Error("the disk is full"));
      expect(memoryOf(storage)).toEqual(before);
      const woken = new RoomStorage(ctx, () => Date.now());
      expect(woken.state?.auction).toEqual(before.auction);

      storage.save(turn, Date.now());
      expect(storage.state?.auction).toEqual(turn.auction);
      expect(new RoomStorage(ctx, () => Date.now()).state?.auction).toEqual(turn.auction);
      expect(memoryOf(storage)).toMatchObject({ unknownOrigins: 0, checkpoints: [1, true], needsAlarm: false });
      expect(memoryOf(storage).responses).toHaveLength(3);
    });
  }
  // Responses, two participants, two origins, journal, bids, checkpoint, listing and alarm.
  expect(writes).toBeGreaterThanOrEqual(10);
});

/** Every row that is stored. */
function rowsOf({ sql }: DurableObjectStorage) {
  const tables = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE TABLE %'").toArray();
  const ownTables = tables.filter(({ name }) => !name.startsWith("_"));
  return ownTables.map(({ name }) => {
    const selectAll = `SELECT * FROM ${name}`;
    return [name, sql.exec(selectAll).toArray()];
  });
}

it("a storage part that fails in a transaction leaves every other part unchanged", async () => {
  await withRoom(async (room) => {
    const clock = () => Date.now();
    let isFailing = false;
    const failingPart: StoragePart = {
      write: () => {
        if (isFailing) throw new Error("this part fails");
      },
      commit: () => {},
      reset: () => {},
    };
    const parts = { ...createParts(room.ctx, clock, ROOM_LIMITS), planted: failingPart };
    const storage = new RoomStorage(room.ctx, clock, ROOM_LIMITS, parts);
    storage.save(decide({ ...room, storage }, [anOpenRoomRequest(), FIRST_BID]), clock());
    const before = [memoryOf(storage), rowsOf(room.ctx.storage)];
    const turn = decide({ ...room, storage }, TURN);

    isFailing = true;
    expect(() => storage.save(turn, clock())).toThrow("this part fails");
    expect([memoryOf(storage), rowsOf(room.ctx.storage)]).toEqual(before);

    isFailing = false;
    storage.save(turn, clock());
    expect(memoryOf(storage)).toMatchObject({ auction: turn.auction, unknownOrigins: 0 });
  });
});

it("every storage part writes before any part commits, and resets with the room", async () => {
  await withRoom(async (room) => {
    const clock = () => Date.now();
    const parts = createParts(room.ctx, clock, ROOM_LIMITS);
    const storage = new RoomStorage(room.ctx, clock, ROOM_LIMITS, parts);
    const names = Object.keys(parts);
    const calls: string[] = [];
    for (const [name, part] of Object.entries<StoragePart>(parts)) {
      const [write, commit, reset] = [part.write.bind(part), part.commit.bind(part), part.reset.bind(part)];
      part.write = (turn) => (calls.push(`${name} writes`), write(turn));
      part.commit = (turn) => (calls.push(`${name} commits`), commit(turn));
      part.reset = () => (calls.push(`${name} resets`), reset());
    }
    storage.save(decide({ ...room, storage }, [anOpenRoomRequest(), FIRST_BID]), clock());
    expect(calls).toEqual([...names.map((name) => `${name} writes`), ...names.map((name) => `${name} commits`)]);
    await storage.empty();
    expect(calls.slice(2 * names.length)).toEqual(names.map((name) => `${name} resets`));
  });
});

it("a room stores a person's newest name, but only after they act in its auction", async () => {
  await withRoom(async (room) => {
    const { ctx, storage } = room;
    storage.save(decide(room, [anOpenRoomRequest()]), Date.now());
    storage.setAnonymous(ann.id, true);
    storage.setNameAndPhoto(ann.id, { firstName: "Anna", lastName: "Doe", imageUrl: null });
    expect(JSON.stringify(rowsOf(ctx.storage))).not.toContain("Anna");
    storage.save(decide(room, [FIRST_BID]), Date.now());
    expect(new RoomStorage(ctx, () => Date.now()).state?.participants.get(ann.id)?.firstName).toBe("Anna");
  });
});

it("a deleted person's name is gone from memory and from every row", async () => {
  await withRoom(async (room) => {
    const { ctx, storage } = room;
    const cem = aPerson(`Cem${newId()}`);
    storage.save(decide(room, [anOpenRoomRequest(), { ...FIRST_BID, actor: cem }]), Date.now());
    storage.replaceParticipant(deletedPerson(cem.id));
    expect(storage.state?.participants.get(cem.id)).toMatchObject({ ...deletedPerson(cem.id), number: 1 });
    expect(JSON.stringify(rowsOf(ctx.storage))).not.toContain(cem.firstName);
  });
});

it("an auction stored before a field existed loads with the field's initial value", async () => {
  await withRoom(async ({ ctx, storage, queue }) => {
    expect(await queue.submit(anOpenRoomRequest())).toMatchObject({ ok: true });
    ctx.storage.sql.exec("UPDATE listing SET state = json_remove(state, '$.withdrawals', '$.voided')");
    const loaded = new RoomStorage(ctx, () => Date.now(), ROOM_LIMITS);
    expect(loaded.state?.auction).toEqual(storage.state?.auction);
  });
});

it("a room that refused to open stores nothing and opens at the next request", async () => {
  const opening = anOpenRequest();
  const room = env.AUCTION_ROOM.getByName(opening.auctionId);
  const tooLow = { ...opening, terms: { ...opening.terms, startingPriceMinor: 1 }, key: newId() };
  const tables = () =>
    runInDurableObject(room, (_room, { storage: { sql } }) => sql.exec("SELECT name FROM sqlite_master").toArray());
  const before = await tables();
  expect(await room.open(tooLow)).toMatchObject({ ok: false, failure: { code: "starting_price_too_low" } });
  expect(await tables()).toEqual(before);
  expect(await room.open({ ...opening, key: newId() })).toMatchObject({ ok: true });
});

it("an emptied room can be opened again with the same key", async () => {
  const opening = anOpenRequest();
  const room = env.AUCTION_ROOM.getByName(opening.auctionId);
  const key = newId();
  expect(await room.open({ ...opening, key })).toMatchObject({ ok: true });
  expect(await room.deleteListing({ actor: opening.actor })).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await room.reconcile()).toBe(0));
  expect(await room.open({ ...opening, key })).toMatchObject({ ok: true });
  expect(await room.page()).toMatchObject({ ok: true });
});
