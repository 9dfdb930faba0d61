/** Each test file of the worker starts on a migrated D1. Idempotent. */
// @ts-nocheck

import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// The house logs every refusal, and these tests refuse thousands. Tests about the log spy on it themselves.
for (const level of ["log", "warn", "error"] as const) console[level] = () => {};
