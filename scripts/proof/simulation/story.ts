/**
 * What happens in a simulated life: an auction opens, people and faults meet in random order, then everything calms
 * down, and mostly the end comes too.
 */
import type { Actor } from "../../../worker/room/rpc.ts";
import { Crowd } from "./crowd.ts";
import type { Life } from "./life.ts";

const HALF_DAY_MS = 12 * 3_600_000;
/** A key is kept for a day; people repeat none that is nearly as old. */
const KEYS_KNOWN_MS = 23 * 3_600_000;

/** After quiet, what is owed must be delivered within this time: two waits of five seconds, and some trips. */
export const CAUGHT_UP_WITHIN_MS = 11_000;

export type Told = {
  readonly crowd: Crowd;
  /** How many facts of before the quiet D1 did not know when it should have caught up. */
  readonly behindAfterQuiet: number;
};

export async function tell(life: Life): Promise<Told> {
  const { random, faults, loop } = life;
  const crowd = new Crowd(life);
  await crowd.open();
  // Sometimes nobody watches: then nothing but its alarm wakes a room.
  const watching = random.chance(0.7) ? [null, ...crowd.bidders.slice(0, random.whole(0, 2))] : [];
  for (const actor of watching) void crowd.watch(actor);
  const events = random.chance(0.1) ? random.whole(0, 3) : random.whole(12, 45);
  for (let event = 0; event < events; event += 1) {
    await life.sleep(pauseMs(life, crowd));
    happen(life, crowd);
    await strike(life);
  }
  if (faults.profile.crash > 0 && random.chance(0.3)) await lastWords(life, crowd);
  faults.calm();
  const calmAt = loop.now;
  await life.sleep(CAUGHT_UP_WITHIN_MS);
  const behindAfterQuiet = behind(life, calmAt);
  if (random.chance(0.8)) await life.sleep(crowd.endsAt + 2_000 - loop.now);
  // What the sweep does every minute, also when the end falls between two of its rounds: an alarm that the platform
  // lost is found again.
  for (let round = 0; round < 2; round += 1) {
    if (faults.profile.alarm > 0) await life.ask((room) => room.look());
    await life.sleep(2 * CAUGHT_UP_WITHIN_MS);
  }
  await lookedAround(life);
  return { crowd, behindAfterQuiet };
}

/** Mostly at once, now and then long, sometimes right to where a rule changes its answer. */
function pauseMs({ random, loop }: Life, crowd: Crowd): number {
  const kind = random.weighted({ burst: 70, soon: 20, later: 6, edge: 4 });
  if (kind === "burst") return random.next() * 25;
  if (kind === "soon") return random.next() * 3_000;
  if (kind === "later") return random.next() * 600_000;
  const edge = random.pick([-HALF_DAY_MS, -120_000, -6_000, -2_000, 0]) + random.whole(-15, 15);
  return Math.max(0, crowd.endsAt + edge - loop.now);
}

function happen(life: Life, crowd: Crowd): void {
  const { random } = life;
  const bidder = random.pick(crowd.bidders);
  const keyOf = (actor: Actor) => (random.chance(0.6) ? crowd.newKey(actor) : undefined);
  const amountMinor = crowd.minNextMinor + random.pick([0, 0, 0, 0, 100, 250, 1_000, -1, -100]);
  const bid =
    crowd.bids.length > 0 ? random.pick(crowd.bids.slice(-6)) : { id: `${crowd.auctionId}-2`, bidderId: "ann" };
  const placer = random.chance(0.05) ? crowd.seller : bidder;
  const owner = crowd.bidders.find(({ id }) => id === bid.bidderId && !random.chance(0.1)) ?? bidder;
  switch (
    random.weighted({
      place: 40,
      socket: 16,
      edit: 8,
      withdraw: 10,
      repeat: 8,
      listing: 4,
      delete: 1,
      read: 5,
      inbox: 4,
      look: 4,
    })
  ) {
    case "place":
      return void crowd.wish(placer, { type: "placeBid", amountMinor }, keyOf(placer));
    case "socket":
      return void crowd.bidOverSocket(amountMinor);
    case "edit":
      return void crowd.wish(owner, { type: "editBid", bidId: bid.id, amountMinor }, keyOf(owner));
    case "withdraw":
      return void crowd.wish(owner, { type: "withdrawBid", bidId: bid.id }, keyOf(owner));
    case "repeat":
      return repeat(life, crowd, amountMinor);
    case "listing": {
      const description = `${crowd.terms.description} Note ${crowd.attempts.length}.`;
      return void crowd.wish(crowd.seller, { type: "editListing", change: { description } }, keyOf(crowd.seller));
    }
    case "delete":
      return void crowd.wish(crowd.seller, { type: "deleteListing" }, keyOf(crowd.seller));
    case "read":
      return void life.ask<unknown>((room) => (random.chance(0.5) ? room.details() : room.journal())).catch(() => {});
    case "inbox":
      crowd.readers.add(bidder.id);
      return void life.askInbox(bidder.id, (inbox) => inbox.markRead()).catch(() => {});
    case "look":
      return void life.ask((room) => room.look()).catch(() => {});
  }
}

/** The same key again, long after the first answer or while it is under way; sometimes for something else. */
function repeat({ random, loop }: Life, crowd: Crowd, amountMinor: number): void {
  const keyed = crowd.attempts.filter(
    ({ key, actorId, sentAt }) => key !== undefined && actorId !== crowd.seller.id && sentAt > loop.now - KEYS_KNOWN_MS,
  );
  if (keyed.length === 0) return;
  const { wanted, actorId, key } = random.pick(keyed);
  const actor = crowd.bidders.find(({ id }) => id === actorId);
  const other = wanted.type === "placeBid" && random.chance(0.3) ? { ...wanted, amountMinor } : wanted;
  if (actor) void crowd.wish(actor, other, key);
}

async function strike({ random, faults, room, inboxes, loop }: Life): Promise<void> {
  if (random.chance(0.05) && random.pick([room, ...inboxes.values()]).evict()) faults.note("eviction");
  if (faults.strikes("outage")) faults.goAway(random.pick(["D1", "inbox"]), loop.now);
  if (!faults.strikes("alarm", "alarm lost, early or twice")) return;
  if (random.chance(0.5)) room.loseAlarm();
  else room.ringOutOfTurn();
}

/** A bid that is answered just before the room crashes, with nobody to wake it again. */
async function lastWords({ room, random }: Life, crowd: Crowd): Promise<void> {
  const bidder = random.pick(crowd.bidders);
  await crowd.wish(bidder, { type: "placeBid", amountMinor: crowd.minNextMinor }, crowd.newKey(bidder));
  room.crash();
}

/** What is owed, and where the readers are, waits for an alarm that is due: it rings, and not for ever. */
async function lookedAround(life: Life): Promise<void> {
  const { room, loop } = life;
  for (let round = 0; round < 5; round += 1) {
    const alarmAt = room.storage.alarm() ?? Infinity;
    if (alarmAt > loop.now + CAUGHT_UP_WITHIN_MS) return;
    await life.sleep(CAUGHT_UP_WITHIN_MS);
  }
}

/** Facts of before the quiet that D1 does not know yet. */
function behind({ room, catalogue }: Life, calmAt: number): number {
  const [row] = catalogue.rows("SELECT seq FROM auctions");
  const facts = room.storage.journal().filter((fact) => Number(fact["at"]) <= calmAt);
  return Math.max(0, facts.length - Number(row?.["seq"] ?? 0));
}
