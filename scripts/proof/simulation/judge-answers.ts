/** Invariants 6, 7 and 10: what people were told against what the journal holds. */
import type { Standing } from "../../../worker/contract/catalogue.ts";
import { type Auction, minNextBid, priceOf, type Recorded } from "../../../worker/rules/auction.ts";
import { factsMade, type Intent, intentsOf } from "./attempts.ts";
import type { Crowd } from "./crowd.ts";
import type { Fault, Replay } from "./judge.ts";

export function answerFaults(replay: Replay, crowd: Crowd, fault: Fault): void {
  const intents = intentsOf(crowd.attempts);
  countFaults(replay, intents, fault);
  orderFaults(replay, intents, fault);
  const keys = new Map<string, Intent>();
  for (const intent of intents) {
    const answers = intent.attempts.flatMap(({ answer }) => (answer?.ok ? [JSON.stringify(answer)] : []));
    if (new Set(answers).size > 1) fault(`invariant 7: one key, two answers: ${answers.join(" and ")}`);
    if (answers.length === 0) continue;
    standingFaults(replay, intent, fault);
    if (intent.key === undefined) continue;
    const name = `${intent.actorId} ${intent.key}`;
    if (keys.has(name)) fault(`invariant 7: key ${name} was accepted for two wishes`);
    keys.set(name, intent);
  }
}

/** Every fact has someone who wished it, and nobody's refused wish is a fact. */
function countFaults({ records }: Replay, intents: readonly Intent[], fault: Fault): void {
  const bounds = new Map<string, [least: number, most: number]>();
  for (const intent of intents) {
    const name = wishName(intent);
    const [least, most] = factsMade(intent);
    const known = bounds.get(name) ?? [0, 0];
    bounds.set(name, [known[0] + least, known[1] + most]);
  }
  const made = new Map<string, number>();
  for (const record of records) {
    const name = factName(record);
    if (name) made.set(name, (made.get(name) ?? 0) + 1);
  }
  for (const name of new Set([...bounds.keys(), ...made.keys()])) {
    const count = made.get(name) ?? 0;
    const [least, most] = bounds.get(name) ?? [0, 0];
    if (count < least) fault(`invariant 6: acknowledged and lost: ${name}`);
    if (count > most) fault(`invariants 7 and 10: ${count} facts where ${most} may be: ${name}`);
  }
}

function wishName({ wanted, actorId }: Intent): string {
  switch (wanted.type) {
    case "placeBid":
      return `newBid ${actorId} ${wanted.amountMinor}`;
    case "editBid":
      return `bidEdited ${actorId} ${wanted.bidId} ${wanted.amountMinor}`;
    case "withdrawBid":
      return `bidWithdrawn ${actorId} ${wanted.bidId}`;
    case "editListing":
      return `listingEdited ${wanted.change.description}`;
    case "deleteListing":
      return "gone";
  }
}

function factName({ fact }: Recorded): string | null {
  switch (fact.type) {
    case "newBid":
      return `newBid ${fact.bidderId} ${fact.amountMinor}`;
    case "bidEdited":
      return `bidEdited ${fact.bidderId} ${fact.bidId} ${fact.amountMinor}`;
    case "bidWithdrawn":
      return `bidWithdrawn ${fact.bidderId} ${fact.bidId}`;
    case "listingEdited":
      return `listingEdited ${fact.change.description}`;
    case "cancelled":
    case "removed":
      return "gone";
    default:
      return null;
  }
}

/** An accepted bid names its fact, and the standing that came with it is the replay right after that fact. */
function standingFaults({ records, states }: Replay, intent: Intent, fault: Fault): void {
  const answer = intent.attempts.find((attempt) => attempt.answer?.ok)?.answer;
  const { wanted } = intent;
  if (!answer?.ok || (wanted.type !== "placeBid" && wanted.type !== "editBid")) return;
  const { newBid, updatedBid, auction } = answer.value;
  const bid = newBid ?? updatedBid;
  if (!bid || !auction) return fault(`an accepted ${wanted.type} was answered without its bid`);
  const index = records.findIndex(
    ({ fact, seq }) =>
      (fact.type === "newBid" && newBid !== undefined && bid._id.endsWith(`-${seq}`)) ||
      (fact.type === "bidEdited" && fact.bidId === bid._id && fact.amountMinor === wanted.amountMinor),
  );
  const { fact } = records[index] ?? {};
  if (!fact || !("amountMinor" in fact)) return fault(`invariant 6: acknowledged bid ${bid._id} is not in the journal`);
  if (fact.amountMinor !== wanted.amountMinor || Math.round(bid.amount * 100) !== wanted.amountMinor) {
    fault(`invariant 6: bid ${bid._id} was altered`);
  }
  const extended = records[index + 1]?.fact.type === "extended";
  const state = states[index + (extended ? 2 : 1)];
  if (state && !standsAs(state, auction)) fault(`invariant 2: the answer to ${bid._id} is not the replay`);
}

export function standsAs(auction: Auction, told: Standing): boolean {
  return (
    Math.round(told.currentBid * 100) === (priceOf(auction) ?? auction.terms.startingPriceMinor) &&
    Math.round(told.minNextBid * 100) === minNextBid(auction) &&
    told.bidCount === auction.bidCount &&
    Date.parse(told.auctionEndTime) === auction.endsAt &&
    told.extensions === auction.extensions
  );
}

/** A command that was answered before another was sent has the smaller number. */
function orderFaults({ records }: Replay, intents: readonly Intent[], fault: Fault): void {
  const placed = intents.flatMap((intent) => {
    const answers = intent.attempts.filter(({ answer }) => answer?.ok);
    const [first] = answers;
    if (!first?.answer?.ok || intent.wanted.type !== "placeBid") return [];
    const bidId = first.answer.value.newBid?._id;
    const seq = records.find(({ fact }) => fact.type === "newBid" && fact.bidId === bidId)?.seq ?? 0;
    const sentAt = Math.min(...intent.attempts.map((attempt) => attempt.sentAt));
    return [{ seq, sentAt, doneAt: Math.min(...answers.map(({ doneAt }) => doneAt)) }];
  });
  for (const earlier of placed) {
    const later = placed.find(({ sentAt, seq }) => sentAt > earlier.doneAt && seq < earlier.seq);
    if (later) fault(`order: fact ${earlier.seq} was answered before fact ${later.seq} was sent`);
  }
}
