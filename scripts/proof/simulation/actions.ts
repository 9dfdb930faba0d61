/** Random actions in a simulated world: what people, their clients and the cron trigger do, one action at a time. */
import { sweep } from "../../../worker/sweep/sweep.ts";
import type { ModelOffer } from "../oracle/auction.ts";
import { type PersonalCommand, SELLER_COMMAND_WEIGHTS, withdrawal } from "../oracle/commands.ts";
import type { Feature, Features } from "./features.ts";
import type { SimulatedListing } from "./listing.ts";
import type { SimulatedPerson, SimulatedSession } from "./people.ts";
import type { Simulation } from "./simulation.ts";
import type { World } from "./world.ts";

/** A room keeps an idempotency key for a day. Users don't resend keys that are about to expire. */
const MAX_RESEND_AGE_MS = 23 * 3_600_000;

/** How often each action is drawn. An action is never drawn while the feature it needs is off. */
function weightsWith(features: Features) {
  const weightIf = (feature: Feature, weight: number) => (features.has(feature) ? weight : 0);
  return {
    place: 40,
    socket: 16,
    edit: 8,
    withdraw: 10,
    undo: 6,
    requestRelease: 8,
    release: 8,
    voidBid: weightIf("hiding", 2),
    suspend: weightIf("hiding", 2),
    repeat: 8,
    listing: 4,
    ...SELLER_COMMAND_WEIGHTS.simulation,
    read: 10,
    inbox: 4,
    reconcile: 4,
    sweep: weightIf("sweep", 4),
    signOut: weightIf("sessions", 4),
    deleteAccount: weightIf("deletion", 4),
    block: weightIf("blocking", 4),
    moderate: weightIf("hiding", 3),
    anonymity: weightIf("anonymity", 3),
    burst: 3,
    buy: weightIf("reserves", 4),
  };
}

export function takeAction(world: World): void {
  const { simulation, people } = world;
  const { random, features } = simulation;
  const listing = random.pick(world.listings);
  const active = people.active.length > 0 ? people.active : people.all;
  const bidder = random.pick(active);
  const seller = people.get(listing.sellerId);
  const action = random.weighted(weightsWith(features));
  switch (action) {
    case "place":
      return placeBid(world, listing, random.chance(0.05) ? seller : bidder);
    case "burst":
      for (let index = 0; index < 8; index += 1) placeBid(world, listing, random.pick(active), index * 1_000);
      return;
    case "socket":
      return listing.bidOverSocket(listing.offer(amountFor(simulation, listing)));
    case "edit":
      return changeBid(world, listing, bidder, (owner, bidId) => ({
        type: "editBid",
        actorId: owner.id,
        bidId,
        ...listing.offer(amountFor(simulation, listing)),
      }));
    case "withdraw":
      return changeBid(world, listing, bidder, (owner, bidId) => withdrawal(owner.id, bidId));
    case "undo":
      return undo(world, listing);
    case "requestRelease":
      return changeBid(world, listing, bidder, (owner, bidId) => ({
        type: "requestRelease",
        actorId: owner.id,
        bidId,
      }));
    case "release":
      return release(world, listing);
    case "voidBid": {
      const bid = listing.bids.length > 0 ? random.pick(listing.bids.slice(-3)) : null;
      return bid ? void listing.voidBid(bid.id) : undefined;
    }
    case "suspend":
      return void suspendAndMaybeLift(world, bidder);
    case "repeat":
      return repeat(world, listing);
    case "listing": {
      const description = `${listing.terms.description} Note ${listing.attempts.length}.`;
      const reserve = listing.otherReserve();
      const edit = reserve ? { change: {}, ...reserve } : { change: { description } };
      return sendAsSeller(world, listing, { type: "editListing", actorId: listing.sellerId, ...edit });
    }
    case "read":
      return void listing.read(bidder.id);
    case "inbox":
      bidder.hasReadInbox = true;
      return void simulation.call(simulation.inbox(bidder.id), (inbox) => inbox.markAllRead()).catch(() => {});
    case "reconcile":
      return void simulation.call(listing.room, (room) => room.reconcile()).catch(() => {});
    case "sweep":
      return void sweep(simulation.env, Math.floor(simulation.loop.now));
    case "signOut":
      return void people.signOut(bidder);
    case "deleteAccount":
      return void deleteAccount(world, listing, bidder);
    case "block":
      return void block(world, seller, bidder);
    case "moderate":
      return void listing.moderate(random.weighted({ hidden: 9, shown: 9, voided: 2 }));
    case "anonymity":
      if (bidder.anonymity === "sometimes") void people.setAnonymous(bidder, !bidder.isAnonymous);
      return;
    case "buy":
      return buy(world, listing, bidder);
    default:
      return sendAsSeller(world, listing, { type: action, actorId: listing.sellerId });
  }
}

/**
 * Deletes an account, usually right after its owner bid and was outbid. That's the hard case, because D1 may not have
 * the bid yet.
 */
async function deleteAccount(
  { simulation, people, listings }: World,
  listing: SimulatedListing,
  person: SimulatedPerson,
): Promise<void> {
  const { random, loop } = simulation;
  const other = people.active.find(({ id }) => id !== person.id && id !== listing.sellerId);
  const [session, otherSession] = [person.liveSession(loop.now), other?.liveSession(loop.now)];
  if (random.chance(0.6) && session && other && otherSession) {
    const amountMinor = amountFor(simulation, listing);
    await listing.send({ type: "placeBid", actorId: person.id, amountMinor }, undefined, person, session);
    await listing.send(
      { type: "placeBid", actorId: other.id, amountMinor: 2 * amountMinor },
      undefined,
      other,
      otherSession,
    );
  }
  if (person.isDeletingAccount) return;
  await people.deleteAccount(person);
  await bidWithLastToken(simulation, listings, person, session);
}

/** A bid with the token of a session that the deletion ended. Other isolates still accept that token for a minute. */
async function bidWithLastToken(
  simulation: Simulation,
  listings: readonly SimulatedListing[],
  person: SimulatedPerson,
  session: SimulatedSession | undefined,
): Promise<void> {
  const { random } = simulation;
  if (!session || !person.isDeletingAccount || !random.chance(0.4)) return;
  const listing = random.pick(listings);
  await simulation.sleep(random.next() * 20_000);
  const amountMinor = amountFor(simulation, listing);
  await listing.send({ type: "placeBid", actorId: person.id, amountMinor }, undefined, person, session);
}

function amountFor({ random }: Simulation, listing: SimulatedListing): number {
  return listing.minNextMinor + random.pick([0, 0, 0, 0, 100, 250, 1_000, -1, -100]);
}

/** A session to bid with: usually a live one, sometimes one that has ended or expired. */
function sessionOf({ simulation, people }: World, person: SimulatedPerson): SimulatedSession {
  const { random, loop } = simulation;
  if (simulation.features.has("sessions") && random.chance(0.25)) return random.pick(person.sessions);
  return person.liveSession(loop.now) ?? people.signIn(person) ?? random.pick(person.sessions);
}

function keyFor({ simulation: { random } }: World, listing: SimulatedListing, personId: string): string | undefined {
  return random.chance(0.6) ? listing.newKey(personId) : undefined;
}

function placeBid(world: World, listing: SimulatedListing, person: SimulatedPerson, extraMinor = 0): void {
  const command: PersonalCommand = {
    type: "placeBid",
    actorId: person.id,
    ...listing.offer(amountFor(world.simulation, listing) + extraMinor),
  };
  void listing.send(command, keyFor(world, listing, person.id), person, sessionOf(world, person));
}

/**
 * The seller releases a bid, usually the one whose bidder asked most recently. Sometimes the seller tries to release
 * the buyer instead, which is too early here.
 */
function release(world: World, listing: SimulatedListing): void {
  const { random } = world.simulation;
  const actorId = listing.sellerId;
  if (random.chance(0.1)) return sendAsSeller(world, listing, { type: "releaseBuyer", actorId });
  const requestedBidIds = listing.attempts.flatMap(({ command }) =>
    command.type === "requestRelease" ? [command.bidId] : [],
  );
  const bidId = random.chance(0.8) ? requestedBidIds.at(-1) : listing.bids.at(-1)?.id;
  if (bidId !== undefined) sendAsSeller(world, listing, { type: "releaseBid", actorId, bidId });
}

/** An admin suspends a person, which voids their bids. Half the time, the admin later lifts the suspension. */
async function suspendAndMaybeLift({ simulation, people, listings }: World, person: SimulatedPerson): Promise<void> {
  if (listings.some(({ sellerId }) => sellerId === person.id) || person.suspension) return;
  const restores = simulation.random.chance(0.5);
  await people.suspend(person);
  if (!restores) return;
  await simulation.sleep(5_000);
  await people.liftSuspension(person);
}

/**
 * The last action in some worlds: an admin permanently suspends someone who bid recently. It makes sure that many seeds
 * include a suspension.
 */
export function suspendAtEnd({ simulation, people, listings }: World): void {
  const { random } = simulation;
  if (!random.chance(0.4)) return;
  const recentBidderIds = listings.flatMap(({ bids }) => bids.slice(-3).map(({ bidderId }) => bidderId));
  const bidders = people.active.filter(({ id, suspension }) => {
    return suspension === null && recentBidderIds.includes(id) && listings.every(({ sellerId }) => sellerId !== id);
  });
  if (bidders.length > 0) void people.suspend(random.pick(bidders));
}

/** Buys at the Buy It Now price, if the listing has one. */
function buy(world: World, listing: SimulatedListing, person: SimulatedPerson): void {
  const { buyNowPriceMinor: priceMinor } = listing.terms;
  if (priceMinor === undefined || person.isDeletingAccount) return;
  const command = { type: "buyNow", actorId: person.id, priceMinor } as const;
  void listing.send(command, keyFor(world, listing, person.id), person, sessionOf(world, person));
}

function changeBid(
  world: World,
  listing: SimulatedListing,
  bidder: SimulatedPerson,
  commandBy: (owner: SimulatedPerson, bidId: string) => PersonalCommand,
): void {
  const { random } = world.simulation;
  const bid =
    listing.bids.length > 0
      ? random.pick(listing.bids.slice(-6))
      : { id: `${listing.auctionId}-2`, bidderId: bidder.id };
  const owner = random.chance(0.1) ? bidder : world.people.get(bid.bidderId);
  if (owner.isDeletingAccount) return;
  void listing.send(commandBy(owner, bid.id), keyFor(world, listing, owner.id), owner, sessionOf(world, owner));
}

/** A bidder undoes their bid. It's usually the newest bid in the auction, and otherwise the one before it. */
function undo(world: World, listing: SimulatedListing): void {
  const bid = world.simulation.random.chance(0.8) ? listing.bids.at(-1) : listing.bids.at(-2);
  const owner = bid && world.people.get(bid.bidderId);
  if (!owner || owner.isDeletingAccount) return;
  const command = withdrawal(owner.id, bid.id, "mistake");
  void listing.send(command, keyFor(world, listing, owner.id), owner, sessionOf(world, owner));
}

function sendAsSeller(world: World, listing: SimulatedListing, command: PersonalCommand): void {
  const seller = world.people.get(listing.sellerId);
  if (!seller.isDeletingAccount) void listing.send(command, keyFor(world, listing, seller.id), seller);
}

/** Resends an earlier command's key, before or long after the first answer, and sometimes with a different request. */
function repeat(world: World, listing: SimulatedListing): void {
  const { random, loop } = world.simulation;
  const keyedAttempts = listing.attempts.filter(
    ({ key, command, sentAt }) =>
      key !== undefined && command.actorId !== listing.sellerId && sentAt > loop.now - MAX_RESEND_AGE_MS,
  );
  if (keyedAttempts.length === 0) return;
  const { command, key } = random.pick(keyedAttempts);
  const person = world.people.get(command.actorId);
  if (person.isDeletingAccount) return;
  const isOther = command.type === "placeBid" && random.chance(0.3);
  const resent = isOther ? { ...command, ...otherOffer(world, listing) } : command;
  void listing.send(resent, key, person, sessionOf(world, person));
}

/**
 * An offer without the bidder's limit. The limit isn't part of the request, so a new limit doesn't make a new request.
 */
function otherOffer({ simulation }: World, listing: SimulatedListing): Omit<ModelOffer, "limitMinor"> {
  const { limitMinor: _limit, ...offer } = listing.offer(amountFor(simulation, listing));
  return offer;
}

/**
 * Blocks or unblocks a person, on the block list and in the rooms of running auctions. The seller's client retries
 * after a failure.
 */
async function block({ simulation, listings }: World, seller: SimulatedPerson, person: SimulatedPerson): Promise<void> {
  if (person === seller) return;
  const isBlocking = simulation.random.chance(0.6);
  for (const listing of listings.filter(({ sellerId }) => sellerId === seller.id)) {
    listing.recordModeration(isBlocking ? "bidderBlocked" : "bidderUnblocked", person.id);
  }
  const change = async () => {
    await simulation.call(simulation.inbox(seller.id), async (inbox) => {
      if (isBlocking) await inbox.addBlock(seller.id, person.id);
      else await inbox.removeBlock(seller.id, person.id);
    });
  };
  await simulation.retry(change, () => !seller.isDeletingAccount);
}
