/** Each test file of the Worker begins with empty storage: D1 with its tables, no images, no rooms and no inboxes. */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect, vi } from "vitest";

import { searchLog, takeFoundSecrets } from "./secret-search.ts";

/**
 * A password hash takes about 140 ms on purpose. Only its own tests wait for that. The others hash about a thousand
 * passwords.
 */
const HASH_TEST_FILE = "worker/accounts/passwords.test.ts";
type DeriveCallback = (error: Error | null, key: Buffer) => void;

vi.mock("node:crypto", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:crypto")>();
  const scrypt = (
    secret: string | Uint8Array,
    salt: Uint8Array,
    length: number,
    cost: object,
    done: DeriveCallback,
  ) => {
    const isReal = expect.getState().testPath?.endsWith(HASH_TEST_FILE);
    real.scrypt(secret, salt, length, isReal ? cost : { N: 2, r: 1, p: 1 }, done);
  };
  return { ...real, scrypt };
});

/** Lists and sellers get bids seconds later on purpose. Only the delivery tests wait for that. */
vi.mock("../room/limits.ts", async (importOriginal) => {
  const { ROOM_LIMITS } = await importOriginal<typeof import("../room/limits.ts")>();
  const shorter = { ...ROOM_LIMITS, batchWindowMs: ROOM_LIMITS.batchWindowMs / 20 };
  const isTestOfDelivery = () => expect.getState().testPath?.includes("/worker/room/delivery/");
  return {
    get ROOM_LIMITS() {
      return isTestOfDelivery() ? ROOM_LIMITS : shorter;
    },
  };
});

await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// The Worker logs every refusal, and these tests cause thousands. Tests of the log install their own spies.
for (const level of ["log", "warn", "error"] as const) {
  console[level] = (...words) => searchLog(words.map(String).join(" "));
}
afterAll(() => {
  const found = takeFoundSecrets();
  if (found.length > 0) throw new Error(`secrets left their rooms:\n${found.join("\n")}`);
});

// The default timeout of one second is too short on a busy machine.
const { waitFor } = vi;
vi.waitFor = (callback, options = { timeout: 20_000 }) => waitFor(callback, options);
