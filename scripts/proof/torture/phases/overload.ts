/**
 * Three times as many bids as one room can take: excess bids are refused with 429 or 503, the room decides hardly fewer
 * than before, and a moment later it has recovered. Bids that the Worker has had for too long are refused with 503, as
 * quickly as others are decided.
 */
import { Flood, isDecided } from "../../../client/flood.ts";
import type { User } from "../../../client/user.ts";
import { quantile } from "../checks.ts";
import { type Phase, type TortureContext, WITHOUT_LIMITS } from "../context.ts";

const BIDDERS = 24;
const PATIENT_BIDDERS = 64;
const CAPACITY_MS = 6_000;
const WARM_UP_MS = 3_000;
const OVERLOAD_MS = 10_000;
const TIMES = 3;
/**
 * Bids under way at once; further bids find no free connection, as in front of any server. The first number shows how
 * much of its capacity a room keeps. With the second, workerd's HTTP server, which here replaces the platform's
 * network, loses most of a bare object's work too (`npm run bench -- --only overload-6000`): there nothing may fail,
 * and the room must recover within a moment.
 */
const CONNECTIONS = 256;
const MANY_CONNECTIONS = 6_000;
const WORK_KEPT = 0.8;
const RECOVERED_WITHIN_MS = 5_000;
/**
 * Locally the Worker and its rooms share a thread, so waiting bids queue before both. So some bids are sent in two
 * parts: the Worker has their headers for longer than a bid may wait, and then gets their bodies.
 */
const OLD_BIDS = 40;
const OLD_AFTER_MS = 3_000;
/** Of these, at least this share is refused as too old: the room decides a few to find out whether clocks differ. */
const OLD_REFUSED = 0.5;
/** A refusal takes no longer than a decision in the same flood, or than this. */
const QUICK_MS = 1_000;
/** A few users who send all that they can, among others who bid now and then. */
const FLOODERS = 12;
const CALM_PAUSE_SECONDS = 3;
/** Recovered is a run of bids that are all answered like this. */
const CALM = { bids: 20, withinMs: 500 };

export const overload: Phase = {
  name: "overload",
  title: "three times as many bids as the room can take",
  run: async (context) => {
    await context.restart(WITHOUT_LIMITS);
    await flooded(context, await tripleLoad(context));
  },
};

/** Without limits; returns the capacity, in bids decided a second. */
async function tripleLoad(context: TortureContext): Promise<number> {
  const bidders = await context.bidders(BIDDERS);
  const seller = await context.seller();
  const calm = await floodOn(context, seller, bidders, PATIENT_BIDDERS);
  await calm.fill(PATIENT_BIDDERS, WARM_UP_MS);
  const from = Date.now();
  await calm.fill(PATIENT_BIDDERS, context.scaled(CAPACITY_MS, 2_000));
  const capacity = calm.decidedPerSecond(from, Date.now());
  calm.close();
  context.checks.figure("capacity, bids decided a second", capacity);
  const few = await tripled(context, { seller, bidders, connections: CONNECTIONS, capacity });
  context.checks.atLeast(`${name(CONNECTIONS)}: share of the capacity that is kept`, few.kept, WORK_KEPT);
  const many = await tripled(context, { seller, bidders, connections: MANY_CONNECTIONS, capacity });
  context.checks.figure(`${name(MANY_CONNECTIONS)}: share of the capacity that is kept`, many.kept);
  return capacity;
}

type Load = {
  readonly seller: User;
  readonly bidders: readonly User[];
  readonly connections: number;
  readonly capacity: number;
};

async function tripled(
  context: TortureContext,
  { seller, bidders, connections, capacity }: Load,
): Promise<{ kept: number }> {
  const { checks } = context;
  const of = name(connections);
  const flood = await floodOn(context, seller, bidders, connections);
  const probe = await floodOn(context, seller, bidders, 1);
  const old = new Flood({
    url: context.runtime.url,
    users: bidders,
    auctionId: flood.auctionId,
    connections: OLD_BIDS,
  });
  const floodedAt = Date.now();
  // Their bodies follow while the flood goes on.
  const forMs = Math.max(context.scaled(OVERLOAD_MS), OLD_AFTER_MS + 2_000);
  await Promise.all([flood.pour(capacity * TIMES, forMs), old.sendInTwo(OLD_BIDS, OLD_AFTER_MS)]);
  const endedAt = Date.now();
  const recovered = await recovery(probe);
  await flood.drained();
  flood.close();
  old.close();
  const { answers } = flood;
  const refused = answers.filter(({ status }) => status === 429 || status === 503);
  const wrong = answers.filter((one) => !isDecided(one) && !refused.includes(one));
  const offered = answers.length + flood.unsent;
  const times = offered / ((endedAt - floodedAt) / 1_000) / capacity;
  const waits = answers.map((one) => one.answeredAt - one.sentAt);
  checks.atLeast(`${of}: bids offered, times capacity`, times, TIMES * 0.9);
  checks.figure(`${of}: bids that found no connection`, flood.unsent);
  checks.figure(`${of}: bids refused with 429 or 503`, refused.length);
  checks.atMost(`${of}: refusals without Retry-After`, refused.filter((one) => !one.retryAfter).length, 0);
  checks.atMost(`${of}: other failures, and no answer at all`, wrong.length, 0);
  const answeredWithin = quantile(waits, 0.99);
  checks.figure(`${of}: answer, p99 ms`, answeredWithin);
  const oldRefused = old.answers.filter(({ status }) => status === 503);
  const refusedWithin = quantile(
    oldRefused.map((one) => one.answeredAt - one.completeAt),
    0.99,
  );
  checks.atLeast(`${of}: share of old bids refused with 503`, oldRefused.length / OLD_BIDS, OLD_REFUSED);
  checks.atMost(
    `${of}: refusals of old bids without Retry-After`,
    oldRefused.filter((one) => !one.retryAfter).length,
    0,
  );
  checks.atMost(`${of}: refusal of an old bid, p99 ms`, refusedWithin, Math.max(answeredWithin, QUICK_MS));
  checks.atMost(`${of}: old bids not answered`, old.answers.filter(({ status }) => status === 0).length, 0);
  checks.atMost(`${of}: recovered after, ms`, recovered - endedAt, RECOVERED_WITHIN_MS);
  return { kept: flood.decidedPerSecond(floodedAt, endedAt) / capacity };
}

function name(connections: number): string {
  return `${connections.toLocaleString("en")} connections`;
}

/** With the production limits: a few users flood one auction, others bid on it normally. */
async function flooded(context: TortureContext, capacity: number): Promise<void> {
  const { runtime, checks } = context;
  const bidders = await context.bidders(BIDDERS);
  const seller = await context.seller();
  const auctionId = await seller.list("A lot in demand", 100, Date.now() + 3_600_000);
  await context.restart({ ...WITHOUT_LIMITS, LIMIT_SCALE: "1" });
  const flood = new Flood({ url: runtime.url, users: bidders.slice(0, FLOODERS), auctionId, connections: 1_000 });
  const calm = new Flood({ url: runtime.url, users: bidders.slice(FLOODERS), auctionId, connections: 50 });
  const forMs = context.scaled(OVERLOAD_MS, 4_000);
  const calmPerSecond = (BIDDERS - FLOODERS) / CALM_PAUSE_SECONDS;
  await Promise.all([flood.pour(capacity * TIMES, forMs), calm.pour(calmPerSecond, forMs)]);
  await Promise.all([flood.drained(), calm.drained()]);
  flood.close();
  calm.close();
  const refused = flood.answers.filter(({ status }) => status === 429 || status === 503);
  const wrong = flood.answers.filter((one) => !isDecided(one) && !refused.includes(one));
  checks.atLeast("everyday limits: bids of a flood refused", refused.length, flood.answers.length / 2);
  checks.atMost("everyday limits: refusals without Retry-After", refused.filter((one) => !one.retryAfter).length, 0);
  checks.atMost("everyday limits: other failures, and no answer at all", wrong.length, 0);
  const undecided = calm.answers.filter((one) => !isDecided(one));
  checks.figure("everyday limits: bids of others meanwhile", calm.answers.length);
  const tooLate = undecided.filter(({ status }) => status === 503);
  checks.figure("everyday limits: bids of others refused as too old", tooLate.length);
  checks.atMost("everyday limits: bids of others that were not decided", undecided.length, 0);
}

async function floodOn({ runtime }: TortureContext, seller: User, users: readonly User[], connections: number) {
  const auctionId = await seller.list("A popular lot", 100, Date.now() + 3_600_000);
  return new Flood({ url: runtime.url, users, auctionId, connections });
}

/** When (epoch ms) bids were answered well and soon again. */
async function recovery(probe: Flood): Promise<number> {
  let good = 0;
  let since = Date.now();
  const giveUpAt = since + 6 * RECOVERED_WITHIN_MS;
  while (good < CALM.bids && Date.now() < giveUpAt) {
    if (good === 0) since = Date.now();
    await probe.fill(1, 1);
    const last = probe.answers.at(-1);
    good = last?.status === 201 && last.answeredAt - last.sentAt < CALM.withinMs ? good + 1 : 0;
  }
  probe.close();
  return good < CALM.bids ? Number.POSITIVE_INFINITY : since;
}
