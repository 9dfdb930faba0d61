import { openDatabase } from "../../../worker/db/database.ts";
/** Random actions of a simulated world: what people, their clients and the cron trigger do, one action at a time. */
import { addBlock, listRunningIds, removeBlock } from "../../../worker/moderation/queries/blocks.ts";
import { sweep } from "../../../worker/sweep/sweep.ts";
import type { ModelOffer } from "../oracle/auction.ts";
import { type UserCommand, withdrawal } from "../oracle/commands.ts";
import type { Feature, Features } from "./features.ts";
import type { SimulatedLot } from "./lot.ts";
import type { SimulatedPerson, SimulatedSession } from "./people.ts";
import type { Simulation } from "./simulation.ts";
import type { World } from "./world.ts";

/** A room keeps an idempotency key for a day. Users don't resend keys that are about to expire. */
const KEYS_KNOWN_MS = 23 * 3_600_000;

/** How often each action is drawn. An action is never drawn while the feature it needs is off. */
function weightsWith(features: Features) {
  const where = (feature: Feature, weight: number) => (features.has(feature) ? weight : 0);
  return {
    place: 40,
    socket: 16,
    edit: 8,
    withdraw: 10,
    undo: 6,
    ask: 8,
    release: 8,
    remove: where("hiding", 2),
    suspend: where("hiding", 2),
    repeat: 8,
    listing: 4,
    delete: 1,
    read: 10,
    inbox: 4,
    reconcile: 4,
    sweep: where("sweep", 4),
    logOut: where("sessions", 4),
    deleteAccount: where("deletion", 4),
    block: where("blocking", 4),
    moderate: where("hiding", 3),
    anonymity: where("anonymity", 3),
    image: where("images", 4),
    burst: 3,
    buy: where("reserves", 4),
  };
}

export function takeAction(world: World): void {
  const { simulation, people } = world;
  const { random, features } = simulation;
  const lot = random.pick(world.lots);
  const active = people.active.length > 0 ? people.active : people.all;
  const bidder = random.pick(active);
  const seller = people.named(lot.sellerId);
  switch (random.weighted(weightsWith(features))) {
    case "place":
      return placeBid(world, lot, random.chance(0.05) ? seller : bidder);
    case "burst":
      for (let bids = 0; bids < 8; bids += 1) placeBid(world, lot, random.pick(active), bids * 1_000);
      return;
    case "socket":
      return lot.bidOverSocket(lot.offer(amountFor(simulation, lot)));
    case "edit":
      return changeBid(world, lot, bidder, (owner, bidId) => ({
        type: "editBid",
        actorId: owner.id,
        bidId,
        ...lot.offer(amountFor(simulation, lot)),
      }));
    case "withdraw":
      return changeBid(world, lot, bidder, (owner, bidId) => withdrawal(owner.id, bidId));
    case "undo":
      return undo(world, lot);
    case "ask":
      return changeBid(world, lot, bidder, (owner, bidId) => ({ type: "requestRelease", actorId: owner.id, bidId }));
    case "release":
      return release(world, lot);
    case "remove": {
      const bid = lot.bids.length > 0 ? random.pick(lot.bids.slice(-3)) : null;
      return bid ? void lot.voidBid(bid.id) : undefined;
    }
    case "suspend":
      return void suspendForAWhile(world, bidder);
    case "repeat":
      return repeat(world, lot);
    case "listing": {
      const description = `${lot.terms.description} Note ${lot.attempts.length}.`;
      const reserve = lot.otherReserve();
      const edit = reserve ? { change: {}, ...reserve } : { change: { description } };
      return sendAsSeller(world, lot, { type: "editListing", actorId: lot.sellerId, ...edit });
    }
    case "image":
      return editImages(world, lot);
    case "delete":
      return sendAsSeller(world, lot, { type: "deleteListing", actorId: lot.sellerId });
    case "read":
      return void lot.read(bidder.id);
    case "inbox":
      world.readers.add(bidder.id);
      return void simulation.ask(simulation.inbox(bidder.id), (inbox) => inbox.markRead()).catch(() => {});
    case "reconcile":
      return void simulation.ask(lot.room, (room) => room.reconcile()).catch(() => {});
    case "sweep":
      return void simulation.calls.event("sweep", () => sweep(simulation.env, Math.floor(simulation.loop.now)));
    case "logOut":
      return void people.logOut(bidder);
    case "deleteAccount":
      return void deleteAccount(world, lot, bidder);
    case "block":
      return void block(world, seller, bidder);
    case "moderate":
      return void lot.moderate(random.weighted({ hidden: 9, shown: 9, voided: 2 }));
    case "anonymity":
      if (bidder.anonymous === "sometimes") void people.setAnonymous(bidder, !bidder.isAnonymous);
      return;
    case "buy":
      return buy(world, lot, bidder);
  }
}

/**
 * Deletes an account, usually right after its owner bid and was outbid. That's the hard case, because D1 may not have
 * the bid yet.
 */
async function deleteAccount(
  { simulation, people, lots }: World,
  lot: SimulatedLot,
  person: SimulatedPerson,
): Promise<void> {
  const { random, loop } = simulation;
  const other = people.active.find(({ id }) => id !== person.id && id !== lot.sellerId);
  const [session, others] = [person.liveSession(loop.now), other?.liveSession(loop.now)];
  if (random.chance(0.6) && session && other && others) {
    const amountMinor = amountFor(simulation, lot);
    await lot.send({ type: "placeBid", actorId: person.id, amountMinor }, undefined, person, session);
    await lot.send({ type: "placeBid", actorId: other.id, amountMinor: 2 * amountMinor }, undefined, other, others);
  }
  // The Worker inserts a listing's row before it opens the room. Auctions opened without the Worker get their row
  // later.
  const isListed = ({ auctionId }: SimulatedLot) =>
    simulation.db.rows("SELECT 1 FROM auctions WHERE id = ?", auctionId).length > 0;
  if (!lots.every((one) => one.sellerId !== person.id || isListed(one))) return;
  if (person.isDeletingAccount) return;
  await people.deleteAccount(person);
  await bidWithLastToken(simulation, lots, person, session);
}

/** A bid with the token of a session that the deletion ended. Other isolates still accept that token for a minute. */
async function bidWithLastToken(
  simulation: Simulation,
  lots: readonly SimulatedLot[],
  person: SimulatedPerson,
  session: SimulatedSession | undefined,
): Promise<void> {
  const { random } = simulation;
  if (!session || !person.isDeletingAccount || !random.chance(0.4)) return;
  const lot = random.pick(lots);
  await simulation.sleep(random.next() * 20_000);
  const amountMinor = amountFor(simulation, lot);
  await lot.send({ type: "placeBid", actorId: person.id, amountMinor }, undefined, person, session);
}

function amountFor({ random }: Simulation, lot: SimulatedLot): number {
  return lot.minNextMinor + random.pick([0, 0, 0, 0, 100, 250, 1_000, -1, -100]);
}

/** A session to bid with: usually a live one, sometimes one that has ended or expired. */
function sessionOf({ simulation, people }: World, person: SimulatedPerson): SimulatedSession {
  const { random, loop } = simulation;
  if (simulation.features.has("sessions") && random.chance(0.25)) return random.pick(person.sessions);
  return person.liveSession(loop.now) ?? people.signIn(person) ?? random.pick(person.sessions);
}

function keyFor({ simulation: { random } }: World, lot: SimulatedLot, personId: string): string | undefined {
  return random.chance(0.6) ? lot.newKey(personId) : undefined;
}

function placeBid(world: World, lot: SimulatedLot, person: SimulatedPerson, extra = 0): void {
  const command: UserCommand = {
    type: "placeBid",
    actorId: person.id,
    ...lot.offer(amountFor(world.simulation, lot) + extra),
  };
  void lot.send(command, keyFor(world, lot, person.id), person, sessionOf(world, person));
}

/**
 * The seller releases a bid, usually the one whose bidder asked most recently. Sometimes the seller tries to release
 * the buyer instead, which is too early here.
 */
function release(world: World, lot: SimulatedLot): void {
  const { random } = world.simulation;
  const actorId = lot.sellerId;
  if (random.chance(0.1)) return sendAsSeller(world, lot, { type: "releaseBuyer", actorId });
  const asked = lot.attempts.flatMap(({ command }) => (command.type === "requestRelease" ? [command.bidId] : []));
  const bidId = random.chance(0.8) ? asked.at(-1) : lot.bids.at(-1)?.id;
  if (bidId !== undefined) sendAsSeller(world, lot, { type: "releaseBid", actorId, bidId });
}

/** An admin suspends a person, which voids their bids. Half the time, the admin later lifts the suspension. */
async function suspendForAWhile({ simulation, people, lots }: World, person: SimulatedPerson): Promise<void> {
  if (lots.some(({ sellerId }) => sellerId === person.id) || person.suspension) return;
  const restores = simulation.random.chance(0.5);
  await people.suspend(person);
  if (!restores) return;
  await simulation.sleep(5_000);
  await people.restore(person);
}

/**
 * The last action in some worlds: an admin permanently suspends someone who bid recently. It makes sure that many seeds
 * include a suspension.
 */
export function suspendAtLast({ simulation, people, lots }: World): void {
  const { random } = simulation;
  if (!random.chance(0.4)) return;
  const recent = lots.flatMap(({ bids }) => bids.slice(-3).map(({ bidderId }) => bidderId));
  const bidders = people.active.filter(({ id, suspension }) => {
    return suspension === null && recent.includes(id) && lots.every(({ sellerId }) => sellerId !== id);
  });
  if (bidders.length > 0) void people.suspend(random.pick(bidders));
}

/** Buys at the Buy It Now price, if the listing has one. */
function buy(world: World, lot: SimulatedLot, person: SimulatedPerson): void {
  const { buyNowPriceMinor: priceMinor } = lot.terms;
  if (priceMinor === undefined || person.isDeletingAccount) return;
  const command = { type: "buyNow", actorId: person.id, priceMinor } as const;
  void lot.send(command, keyFor(world, lot, person.id), person, sessionOf(world, person));
}

function changeBid(
  world: World,
  lot: SimulatedLot,
  bidder: SimulatedPerson,
  commandBy: (owner: SimulatedPerson, bidId: string) => UserCommand,
): void {
  const { random } = world.simulation;
  const bid = lot.bids.length > 0 ? random.pick(lot.bids.slice(-6)) : { id: `${lot.auctionId}-2`, bidderId: bidder.id };
  const owner = random.chance(0.1) ? bidder : world.people.named(bid.bidderId);
  if (owner.isDeletingAccount) return;
  void lot.send(commandBy(owner, bid.id), keyFor(world, lot, owner.id), owner, sessionOf(world, owner));
}

/** A bidder undoes their bid. It's usually the newest bid of the auction, and otherwise the one before it. */
function undo(world: World, lot: SimulatedLot): void {
  const bid = world.simulation.random.chance(0.8) ? lot.bids.at(-1) : lot.bids.at(-2);
  const owner = bid && world.people.named(bid.bidderId);
  if (!owner || owner.isDeletingAccount) return;
  const command = withdrawal(owner.id, bid.id, "mistake");
  void lot.send(command, keyFor(world, lot, owner.id), owner, sessionOf(world, owner));
}

function sendAsSeller(world: World, lot: SimulatedLot, command: UserCommand): void {
  const seller = world.people.named(lot.sellerId);
  if (!seller.isDeletingAccount) void lot.send(command, keyFor(world, lot, seller.id), seller);
}

/** Resends an earlier command's key, before or long after the first answer, and sometimes with a different request. */
function repeat(world: World, lot: SimulatedLot): void {
  const { random, loop } = world.simulation;
  const keyed = lot.attempts.filter(
    ({ key, command, sentAt }) =>
      key !== undefined && command.actorId !== lot.sellerId && sentAt > loop.now - KEYS_KNOWN_MS,
  );
  if (keyed.length === 0) return;
  const { command, key } = random.pick(keyed);
  const person = world.people.named(command.actorId);
  if (person.isDeletingAccount) return;
  const isOther = command.type === "placeBid" && random.chance(0.3);
  const other = isOther ? { ...command, ...otherOffer(world, lot) } : command;
  void lot.send(other, key, person, sessionOf(world, person));
}

/**
 * An offer without the bidder's limit. The limit isn't part of the request, so a new limit doesn't make a new request.
 */
function otherOffer({ simulation }: World, lot: SimulatedLot): Omit<ModelOffer, "limitMinor"> {
  const { limitMinor: _limit, ...offer } = lot.offer(amountFor(simulation, lot));
  return offer;
}

/** As in the Worker, images are stored before the room is called to use them. */
function editImages(world: World, lot: SimulatedLot): void {
  const { bucket, loop, random } = world.simulation;
  const key = `auctions/${lot.auctionId}/${lot.attempts.length}`;
  bucket.put(key, loop.now);
  // Some images are never used, because the request that would have used them failed.
  if (random.chance(0.3)) return;
  const change = { imageKeys: random.chance(0.5) ? [key] : [...lot.terms.imageKeys, key] };
  sendAsSeller(world, lot, { type: "editListing", actorId: lot.sellerId, change });
}

/**
 * Blocks or unblocks a person. As in the Worker, the block list changes first, and then the rooms of running auctions.
 * The sender retries after a failure.
 */
async function block({ simulation, lots }: World, seller: SimulatedPerson, person: SimulatedPerson): Promise<void> {
  const { random, env, loop } = simulation;
  if (person === seller) return;
  const blocks = random.chance(0.6);
  const db = openDatabase(env.DB);
  for (const lot of lots.filter(({ sellerId }) => sellerId === seller.id)) {
    lot.asked(blocks ? "bidderBlocked" : "bidderUnblocked", person.id);
  }
  for (let tries = 0; tries < 5 && !seller.isDeletingAccount; tries += 1) {
    try {
      if (blocks) await addBlock(db, seller.id, person.id, Math.floor(loop.now));
      else await removeBlock(db, seller.id, person.id);
      const ids = await listRunningIds(db, seller.id);
      await simulation.ask(simulation.inbox(seller.id), (inbox) => inbox.blocksChanged(seller.id, person.id, ids));
      return;
    } catch {
      await simulation.sleep(200);
    }
  }
}
