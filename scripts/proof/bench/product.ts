/**
 * The product as the load generator sees it: users who can bid, and auctions to bid on. The users sign up through the
 * API once, and each start uses a copy of the resulting state. So the benchmark works with any version's tables.
 */
import { cp, rm } from "node:fs/promises";
import path from "node:path";

import { User, unwrap } from "../../client/user.ts";
import { ROOT } from "../../command-line/project.ts";
import type { BenchSession } from "./load/bid.ts";
import { bundle, Runtime } from "./runtime.ts";

const DAY_MS = 24 * 3_600_000;
/** The most bidders in any row of the benchmark, plus a seller. */
const USER_COUNT = 65;

export interface BenchSide {
  readonly runtime: Runtime;
  readonly users: readonly BenchSession[];
  /** Lists a new auction that everyone but its seller can bid on. Returns its ID. */
  readonly createAuction: () => Promise<string>;
  /** How many bids an auction has, according to its page. */
  readonly countBids: (auctionId: string) => Promise<number>;
}

/**
 * Rate limits would distort the numbers, so they're lifted. Relays on the same machine would compete for its
 * processors, so there are none. With a pepper, we store where bids come from, as in production.
 */
const SETTINGS = {
  LIMIT_SCALE: "1000000",
  RELAY_AFTER: "20000",
  PASSWORD_PEPPER: "of the benchmark alone",
  SESSION_KEY: "of the benchmark alone, which signs sessions",
};

export type BenchBuild = { readonly start: () => Promise<BenchSide> };

/** Builds the product from this checkout, or from another one, whose libraries must be installed. */
export async function buildProduct(folder: string, port: number, checkoutDir = ROOT): Promise<BenchBuild> {
  const built = await bundle(path.join(checkoutDir, "wrangler.toml"), path.join(folder, "bundle"), checkoutDir);
  const [signedUpDir, stateDir] = [path.join(folder, "signed-up"), path.join(folder, "state")];
  const start = (stateFolder: string) => Runtime.start(built, { port, stateDir: stateFolder, vars: SETTINGS });
  const [seller, ...users] = await signUp(await start(signedUpDir), path.join(checkoutDir, "migrations"));
  if (!seller) throw new Error("no one has signed up");
  return {
    /** Starts a runtime in which the users have signed up and nothing else has happened. */
    start: async () => {
      await rm(stateDir, { recursive: true, force: true });
      await cp(signedUpDir, stateDir, { recursive: true });
      const runtime = await start(stateDir);
      let listingCount = 0;
      const createAuction = () =>
        seller.createListing(`A Regency mahogany bureau, number ${(listingCount += 1)}`, 100, Date.now() + 30 * DAY_MS);
      const countBids = async (auctionId: string) =>
        unwrap(await seller.fetchDetails(auctionId)).auctionDetails.bidCount;
      return { runtime, users, createAuction, countBids };
    },
  };
}

async function signUp(runtime: Runtime, migrations: string): Promise<User[]> {
  try {
    await runtime.migrate(migrations);
    const users = Array.from({ length: USER_COUNT }, (_, index) => {
      // Each user has a separate network address.
      return new User(runtime.url, `tess${index}@example.com`, "Bench-2026-a", `10.0.0.${index}`);
    });
    // Users sign up one after another. Each needs two password hashes, which take most of a second on a busy machine.
    for (const user of users) await user.signUp();
    return users;
  } finally {
    await runtime.stop();
  }
}
