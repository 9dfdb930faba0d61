/**
 * Creates a listing the way the Worker does. The simulated Worker can stop at any point, the seller retries, and the
 * sweep finishes a listing that was left incomplete.
 */
import { idUnderKey } from "../../../worker/accounts/ids.ts";
import { listingDetails } from "../../../worker/contract/listing-details.ts";
import { openDatabase } from "../../../worker/db/database.ts";
import { createListing } from "../../../worker/listings/create-listing.ts";
import { listingPorts } from "../../../worker/listings/ports.ts";
import type { Settings } from "../../../worker/settings.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { OUTSIDE, type TimerOwner } from "./loop.ts";
import { LIMITS, SimulatedLot } from "./lot.ts";
import type { SimulatedPerson } from "./people.ts";
import type { Simulation } from "./simulation.ts";

const MAX_TRIES = 4;
const SETTINGS = standIn<Settings>({
  currency: "USD",
  minStartingPriceMinor: LIMITS.minStartingPriceMinor,
  softCloseMs: 120_000,
  minAuctionSeconds: LIMITS.minAuctionMs / 1_000,
});

export async function createThroughWorker(
  simulation: Simulation,
  seller: SimulatedPerson,
  key: string,
): Promise<SimulatedLot> {
  const { random, loop, faults, env } = simulation;
  const lot = new SimulatedLot(simulation, idUnderKey(seller.id, key), seller.id);
  lot.opened = "unknown";
  const { title, description, categoryId, startingPriceMinor, increments, startsAt, endsAt, softCloseMs } = lot.terms;
  const { buyNowPriceMinor, details } = lot.terms;
  const input = {
    title,
    description,
    category: categoryId,
    startingPrice: startingPriceMinor / 100,
    ...(startsAt === undefined ? {} : { startsAt: new Date(startsAt).toISOString() }),
    auctionDate: new Date(endsAt).toISOString(),
    increments,
    softClose: softCloseMs > 0 ? ("on" as const) : ("off" as const),
    relistTimes: 0,
    ...(details && { details: listingDetails.parse(details) }),
    ...(lot.reserveMinor === undefined ? {} : { reservePrice: lot.reserveMinor / 100 }),
    ...(buyNowPriceMinor === undefined ? {} : { buyNowPrice: buyNowPriceMinor / 100 }),
  };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const worker: TimerOwner & { alive: boolean } = { ...OUTSIDE };
    const created = new Promise<boolean | null>((resolve) => {
      loop.after(0, worker, () => {
        const listing = { actor: seller.actor, input, images: {}, key };
        createListing(listingPorts(env, openDatabase(env.DB)), SETTINGS, listing, Math.floor(loop.now)).then(
          (outcome) => resolve(outcome.ok),
          () => resolve(null),
        );
      });
    });
    const ends = faults.strikes("client", "Worker ends")
      ? simulation.sleep(random.next() * 30).then(() => {
          worker.alive = false;
          return null;
        })
      : new Promise<never>(() => {});
    const ok = await Promise.race([created, ends]);
    if (ok !== null) {
      lot.opened = ok ? "yes" : "no";
      return lot;
    }
    await simulation.sleep(500);
    if (random.chance(0.2)) return lot;
  }
  return lot;
}
