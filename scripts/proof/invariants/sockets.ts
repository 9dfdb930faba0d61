/**
 * Invariant 1 for sockets. A client receives every fact after the one at which it joined, in order and once, and no
 * fact that didn't happen.
 */
import type { LiveEvent, ServerFrame } from "../../../worker/contract/live.ts";
import { sameId, type PersonOf } from "../oracle/commands.ts";
import { matchesState } from "../oracle/wire.ts";
import type { Replay } from "./replay.ts";

/** One connection: the last fact its client already had, and the frames it received. */
export type SocketRecord = { readonly after: number | null; readonly frames: ServerFrame[] };

/** The number of the last fact that a client has after this frame. Null if the frame carries no facts. */
export function lastFactIn(frame: ServerFrame): number | null {
  return frame.type === "snapshot" ? frame.seq : frame.type === "events" ? frame.to : null;
}

/** Checks a client that reconnects, from its connections in order and the last fact it has. */
export function socketViolations(
  replay: Replay,
  connections: readonly SocketRecord[],
  lastSeq: number | null,
  personOf: PersonOf = sameId,
): string[] {
  const violations = connections.flatMap((connection) => connectionViolations(connection, replay, personOf));
  const last = replay.records.length;
  if (!replay.auction?.isGone && lastSeq !== last)
    violations.push(`invariant 1: a client received facts up to ${lastSeq} of ${last}`);
  return violations.map((violation) => `${replay.auctionId}: ${violation}`);
}

function connectionViolations(
  { after, frames }: SocketRecord,
  { states, records }: Replay,
  personOf: PersonOf,
): string[] {
  const violations: string[] = [];
  const facts = frames.filter((frame) => frame.type === "snapshot" || frame.type === "events");
  let next = after === null ? null : after + 1;
  for (const [index, frame] of facts.entries()) {
    const seq = lastFactIn(frame) ?? 0;
    const state = states[seq];
    const matchesReplay = state?.hidden ? !frame.auction : state && frame.auction && matchesState(frame.auction, state);
    if (!matchesReplay) violations.push(`invariant 2: the frame up to fact ${seq} doesn't match the replay`);
    if (frame.type === "snapshot") {
      if (index > 0) violations.push("a snapshot in the middle of a connection");
      if (seq + 1 < (next ?? 0)) violations.push(`a snapshot of fact ${seq} for a client that has fact ${after}`);
    } else {
      if (frame.from !== next) violations.push(`invariant 1: a frame starts at fact ${frame.from}, expected ${next}`);
      if (frame.events.length + frame.omitted !== frame.to - frame.from + 1)
        violations.push("invariant 1: a frame has a gap");
      for (const event of frame.events) {
        const [before, stateAfter] = [states[event.seq - 1], states[event.seq]];
        if (event.type === "hidden" && states.slice(event.seq).some((later) => later?.hidden)) continue;
        // Whatever happens while a listing is hidden is published only when the listing is shown again.
        if (state?.hidden && before?.hidden && stateAfter?.hidden)
          violations.push(`hiding: fact ${event.seq} was published while it was hidden`);
        if (!matchesFact(event, records, personOf))
          violations.push(`invariant 10: ${JSON.stringify(event)} never happened`);
      }
    }
    next = seq + 1;
  }
  return violations;
}

/**
 * Whether the people, bids, amounts, end times and text in the event match its fact. The event may show a bidder under
 * an alias even if the fact has their ID, and the other way around.
 */
function matchesFact(event: LiveEvent, records: Replay["records"], personOf: PersonOf): boolean {
  const fact = records[event.seq - 1]?.fact;
  if (!fact) return false;
  switch (event.type) {
    // While an auction is hidden, every event says only that.
    case "hidden":
      return records.some((record) => record.fact.type === "hidden");
    case "newBid": {
      const { userId, bid, bidAmount, bought, automatic = false } = event;
      return (
        fact.type === "newBid" &&
        personOf(userId) === personOf(fact.bidderId) &&
        bid._id === fact.bidId &&
        isAmount(bidAmount, fact.amountMinor) &&
        automatic === (fact.floorMinor !== undefined) &&
        bought === fact.bought
      );
    }
    case "bidEdited": {
      const { bid, previousAmount, bought, automatic = false } = event;
      return (
        fact.type === "bidEdited" &&
        bid._id === fact.bidId &&
        isAmount(bid.amount, fact.amountMinor) &&
        isAmount(previousAmount, fact.previousMinor) &&
        automatic === (fact.floorMinor !== undefined) &&
        bought === fact.bought
      );
    }
    case "bidAdjusted": {
      const { _id: id, amount, auto } = event.bid;
      return fact.type === "bidAdjusted" && id === fact.bidId && isAmount(amount, fact.amountMinor) && auto;
    }
    case "bidWithdrawn":
      return (
        fact.type === "bidWithdrawn" &&
        event.bidId === fact.bidId &&
        event.reason === fact.reason &&
        event.withdrawals >= withdrawalsBy(fact.bidderId, records.slice(0, event.seq)) &&
        event.withdrawals <= withdrawalsBy(fact.bidderId, records)
      );
    case "releaseRequested":
      return fact.type === "releaseRequested" && event.bidId === fact.bidId;
    case "bidVoided":
      return fact.type === "bidVoided" && event.bidId === fact.bidId && event.by === fact.by;
    case "closed": {
      if (fact.type !== "closed") return false;
      const { outcome } = fact;
      if (event.status !== (outcome ? "Sold" : "Expired")) return false;
      if (outcome ? !isAmount(event.finalPrice ?? NaN, outcome.priceMinor) : event.finalPrice !== null) return false;
      const [shown, won] = [event.winner?._id ?? null, outcome?.winnerId ?? null];
      return shown === null || won === null ? shown === won : personOf(shown) === personOf(won);
    }
    case "extended":
      return (
        fact.type === "extended" &&
        Date.parse(event.auctionEndTime) === fact.endsAt &&
        event.extensions === fact.extensions
      );
    // If a client missed an edit, it gets the event later, with the listing as it is by then.
    case "listingEdited": {
      const valuesSince = (term: "title" | "description" | "startingPriceMinor") =>
        termValuesSince(records, event.seq, term);
      return (
        fact.type === "listingEdited" &&
        valuesSince("title").has(event.title) &&
        valuesSince("description").has(event.description) &&
        valuesSince("startingPriceMinor").has(Math.round(event.startingPrice * 100))
      );
    }
    case "voided":
      return fact.type === "voided" && event.reason === fact.reason;
    // All other events say only that something happened.
    default:
      return fact.type === event.type;
  }
}

function withdrawalsBy(bidderId: string, records: Replay["records"]): number {
  return records.filter(({ fact }) => fact.type === "bidWithdrawn" && fact.bidderId === bidderId).length;
}

/** The values that a term of the listing has after fact `seq` and after each later fact. */
function termValuesSince(
  records: Replay["records"],
  seq: number,
  term: "title" | "description" | "startingPriceMinor",
): ReadonlySet<string | number> {
  const values = new Set<string | number>();
  for (const record of records) {
    const { fact } = record;
    const terms = fact.type === "opened" ? fact.terms : fact.type === "listingEdited" ? fact.change : {};
    const value = terms[term];
    if (value === undefined) continue;
    if (record.seq <= seq) values.clear();
    values.add(value);
  }
  return values;
}

/** Whether an amount on the wire, which is in major units, equals this many minor units. */
function isAmount(major: number, minor: number): boolean {
  return Math.round(major * 100) === minor;
}
