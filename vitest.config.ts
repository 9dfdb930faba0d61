/**
 * The test projects, fastest first. `rules` and `scripts` run in node, `worker` inside workerd with the real D1, R2
 * and Durable Objects, `web` in a light DOM. The browser tests are Playwright's: web/e2e/playwright.config.ts.
 */
import { generateKeyPairSync } from "node:crypto";
import path from "node:path";

import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations(path.join(import.meta.dirname, "migrations"));

/** What certificates are signed with in the tests. */
const SIGNING_KEY = JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));

/** What needs no platform: the rules, the contract, the pure files of the room, and a feed, whose clock a test sets. */
const PURE = [
  "worker/rules/**/*.test.ts",
  "worker/contract/**/*.test.ts",
  "worker/room/delivery/feed.test.ts",
  // What Stryker mutates of the room (scripts/proof/mutants).
  "worker/room/{commands/decide-turn,views/frames,views/wire,delivery/notices}.test.ts",
];

/** Tests of the product from outside: they start, kill or imitate the runtime, so they do not run in it. */
const OUTSIDE_WORKERD = [
  "scripts/proof/torture/*.test.ts",
  "scripts/proof/erasure/*.test.ts",
  "scripts/proof/simulation/*.test.ts",
  "scripts/proof/oracle/engine-against-model.test.ts",
];

/** Tests that attack the real Worker, with its bindings at hand. */
const PROOF_IN_WORKERD = [
  "scripts/proof/fuzz/*.test.ts",
  "scripts/proof/threats/*.test.ts",
  "scripts/proof/oracle/room-against-model.test.ts",
];

/** Tests take milliseconds to seconds; a machine that does much else is slow, and that is no failure. */
const PATIENT = { testTimeout: 30_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    coverage: {
      provider: "istanbul",
      include: ["worker/**/*.ts", "web/**/*.{ts,tsx}"],
      exclude: ["**/*.test.{ts,tsx}", "**/testing/**", "web/e2e/**", "scripts/proof/**"],
    },
    projects: [
      {
        test: { name: "rules", include: PURE, ...PATIENT },
      },
      {
        test: {
          name: "scripts",
          include: ["scripts/**/*.test.ts"],
          exclude: ["scripts/proof/**"],
          // These start linters and servers as a person would.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          ...PATIENT,
          environment: "happy-dom",
          include: ["web/**/*.test.{ts,tsx}"],
          exclude: ["web/e2e/**"],
          setupFiles: ["web/testing/setup.ts"],
        },
      },
      {
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: "./wrangler.toml" },
            // Many virtual people share one machine here: no test but that of the limits shall meet a limit.
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: migrations,
                LIMIT_SCALE: "1000",
                // So few that a test can fill a room and three relays.
                RELAY_AFTER: "8",
                BID_LATE_SECONDS: "600",
                SIGNING_KEY,
                LOTLINE_LONG: process.env.LOTLINE_LONG ?? "",
                OIDC_ISSUER: inject<"oidcIssuer">("oidcIssuer"),
                MAIL_FROM: "no-reply@lotline.example",
                GOOGLE_CLIENT_ID: "lotline-test",
                GOOGLE_CLIENT_SECRET: "known to the tests alone",
                SEED: process.env.LOTLINE_SEED ?? "",
              },
              d1Databases: { LARGE_DB: "large" },
            },
          })),
        ],
        test: {
          name: "worker",
          ...PATIENT,
          include: ["worker/**/*.test.ts", ...PROOF_IN_WORKERD],
          exclude: PURE,
          globalSetup: ["scripts/testing/hostile-provider.ts"],
          setupFiles: ["worker/testing/setup.ts"],
          // A machine that builds at the same time is slow; no test here measures time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Files share storage, which is three times faster: every test makes its own ids.
          isolate: false,
        },
      },
      {
        test: {
          name: "proof",
          include: OUTSIDE_WORKERD,
          // Twenty kills and restarts of the whole runtime, and thousands of simulated auctions, take minutes.
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
