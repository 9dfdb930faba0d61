/** Each test file of the Worker begins with empty storage: D1 with its tables, no images, no rooms and no inboxes. */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, vi } from "vitest";

import { searchLog, takeFound } from "./secret-search.ts";

await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// The Worker logs every refusal, and these tests cause thousands. Tests of the log install their own spies.
for (const level of ["log", "warn", "error"] as const) {
  console[level] = (...words) => searchLog(words.map(String).join(" "));
}
afterAll(() => {
  const found = takeFound();
  if (found.length > 0) throw new Error(`secrets left their rooms:\n${found.join("\n")}`);
});

// The default timeout of one second is too short on a busy machine.
const { waitFor } = vi;
vi.waitFor = (callback, options = { timeout: 20_000 }) => waitFor(callback, options);
