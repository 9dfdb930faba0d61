/** Migrates D1 before each test file of the Worker. Idempotent. */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// The Worker logs every refusal, and these tests cause thousands. Tests of the log install their own spies.
for (const level of ["log", "warn", "error"] as const) console[level] = () => {};

// The default timeout of one second is too short on a busy machine.
const { waitFor } = vi;
vi.waitFor = (callback, options = { timeout: 20_000 }) => waitFor(callback, options);
