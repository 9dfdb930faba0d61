/** Each test file of the worker starts on a migrated D1. Idempotent. */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// The house logs every refusal, and these tests refuse thousands. Tests about the log spy on it themselves.
for (const level of ["log", "warn", "error"] as const) console[level] = () => {};

// A second is long only on a machine that does nothing else: what is waited for may take most of a test's time.
const { waitFor } = vi;
vi.waitFor = (callback, options = { timeout: 20_000 }) => waitFor(callback, options);
