/**
 * The two compared sides as the load generator sees them: users who may bid, and auctions to bid on. Both start in the
 * same way. Users and their sessions are written straight into D1: hashing passwords is not what is measured here.
 */
import { createHash, randomBytes } from "node:crypto";
import path from "node:path";

import { User } from "../../client/user.ts";
import type { Session } from "./load/jobs.ts";
import { type Bundle, bundle, root, Runtime, type RuntimeOptions } from "./runtime.ts";

const DAY_MS = 24 * 3_600_000;
/** More than any row needs. */
const USERS = 128;

/** How the bare object works; see ceiling/worker.ts. */
export type Mode = "grouped" | "paced" | "naive";

export interface Side {
  readonly runtime: Runtime;
  readonly users: readonly Session[];
  /** A new auction that everyone but its seller may bid on; its id. */
  readonly newAuction: (mode: Mode) => Promise<string>;
}

export type Kit = {
  readonly name: string;
  readonly bundle: Bundle;
  /** On an empty state. */
  readonly start: (options: RuntimeOptions) => Promise<Side>;
  /** On the state that an earlier start left. */
  readonly startAgain: (options: RuntimeOptions) => Promise<Runtime>;
};

/**
 * No rate limit may distort the figures, and relays on the same machine would only share its processors. With a pepper
 * the origins of bids are stored, as in production.
 */
const NO_LIMIT = { LIMIT_SCALE: "1000000", RELAY_AFTER: "20000", PASSWORD_PEPPER: "of the benchmark alone" };

function withoutLimit(options: RuntimeOptions): RuntimeOptions {
  return { ...options, vars: { ...NO_LIMIT, ...options.vars } };
}

/** The product of this checkout, or of another one, whose libraries must be installed. */
export async function product(outDir: string, { from = root, readable = false } = {}): Promise<Kit> {
  const built = await bundle(path.join(from, "wrangler.toml"), outDir, { from, readable });
  return {
    name: "product",
    bundle: built,
    start: async (options) => openProduct(await Runtime.start(built, withoutLimit(options)), from),
    startAgain: (options) => Runtime.start(built, withoutLimit(options)),
  };
}

async function openProduct(runtime: Runtime, from: string): Promise<Side> {
  await runtime.migrate(path.join(from, "migrations"));
  const now = Date.now();
  const accounts = Array.from({ length: USERS + 1 }, (_, index) => {
    const token = randomBytes(32).toString("base64url");
    return {
      id: `person${String(index).padStart(4, "0")}`,
      token,
      session: createHash("sha256").update(token).digest("hex"),
    };
  });
  const rows = accounts.map(
    ({ id }, index) => `('${id}', 'Tess', 'Number${index}', 'tess${index}@example.com', 'User', ${now})`,
  );
  const sessions = accounts.map(({ id, session }) => `('${session}', '${id}', ${now}, ${now}, ${now + DAY_MS})`);
  await runtime.sql(`
    INSERT INTO users (id, first_name, last_name, email, role, created_at) VALUES ${rows.join(",")};
    INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES ${sessions.join(",")};`);
  const [seller, ...users] = accounts.map(({ token }, index): Session => ({
    // Each user has a network address of their own.
    headers: {
      cookie: `__Host-sid=${token}`,
      origin: runtime.url,
      "cf-connecting-ip": `10.0.${index >> 8}.${index & 255}`,
    },
  }));
  const lister = User.withCookie(runtime.url, seller?.headers["cookie"] ?? "");
  let made = 0;
  const newAuction = () => lister.list(`A Regency mahogany bureau, number ${(made += 1)}`, 100, now + 30 * DAY_MS);
  return { runtime, users, newAuction };
}

export async function ceiling(outDir: string): Promise<Kit> {
  const built = await bundle(path.join(import.meta.dirname, "ceiling/wrangler.toml"), outDir);
  return {
    name: "ceiling",
    bundle: built,
    start: async (options) => {
      const runtime = await Runtime.start(built, options);
      const users = Array.from({ length: USERS }, (_, index): Session => ({ headers: { cookie: `person${index}` } }));
      let made = 0;
      return { runtime, users, newAuction: async (mode) => `${mode}-${Date.now().toString(36)}-${(made += 1)}` };
    },
    startAgain: (options) => Runtime.start(built, options),
  };
}
