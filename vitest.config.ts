/**
 * The test projects. `rules`, `scripts` and `proof` run in Node, `worker` inside workerd with the real D1, R2 and
 * Durable Objects, `web` in happy-dom. The browser tests are Playwright's: web/e2e/playwright.config.ts.
 */
import { generateKeyPairSync } from "node:crypto";
import { availableParallelism } from "node:os";
import path from "node:path";

import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import { siteName } from "./scripts/build/site-name.ts";
import { storeInMemory } from "./scripts/testing/memory-storage.ts";
import { siteNameOf, DEFAULT_SETTINGS } from "./worker/settings/setting-table.ts";

// Dates on screen are in the reader's time zone. The tests run in a zone whose clocks change, unless TZ sets another
// one, as in CI.
process.env.TZ ??= "Europe/Berlin";
storeInMemory();

const migrations = await readD1Migrations(path.join(import.meta.dirname, "migrations"));

/** The key that signs certificates in the tests. */
const SIGNING_KEY = JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));

/**
 * Tests without the platform: the rules, the contract, the room's pure files, and a subscription with a simulated
 * clock.
 */
const PURE = [
  "worker/rules/**/*.test.ts",
  "worker/contract/**/*.test.ts",
  "worker/journal/**/*.test.ts",
  "worker/room/delivery/subscription.test.ts",
  // The room's files that Stryker mutates (scripts/proof/mutants).
  "worker/room/{commands/{decide-turn,requests},views/frames,views/wire,delivery/notices}.test.ts",
  "scripts/proof/oracle/*.test.ts",
];

/** Tests of the product from outside. They start, kill or simulate the runtime, so they can't run in it. */
const OUTSIDE_WORKERD = [
  "scripts/proof/torture/*.test.ts",
  "scripts/proof/hostile/*.test.ts",
  "scripts/proof/simulation/*.test.ts",
];

/** Tests that attack the real Worker, with access to its bindings. */
const PROOF_IN_WORKERD = ["scripts/proof/fuzz/*.test.ts", "scripts/proof/threats/*.test.ts"];

/** Each of these takes a minute or more. Most others take seconds. */
const LONG = ["scripts/proof/simulation/simulation.test.ts", "worker/routes/access-matrix.test.ts"];

/**
 * The long files of each project begin first. If one began last, it would keep one process busy while the others have
 * nothing to do.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(`/${file}`));
    // oxlint-disable-next-line unicorn/no-array-sort -- this isn't Array's sort
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) => [...own.filter(isLong), ...own.filter((file) => !isLong(file))]);
  }
}

/** Most tests take milliseconds to seconds. A test that takes this long hangs, even on a busy machine. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    // More processes than cores, because one works while another waits for the runtime.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongFirst },
    coverage: {
      provider: "istanbul",
      include: ["worker/**/*.ts", "web/**/*.{ts,tsx}"],
      exclude: ["**/*.test.{ts,tsx}", "**/testing/**", "web/e2e/**", "scripts/proof/**"],
    },
    projects: [
      {
        // The files in a process share their modules, because loading them for each file took more than half of the
        // time.
        test: { name: "rules", include: PURE, ...PATIENT, isolate: false },
      },
      {
        test: {
          name: "scripts",
          ...PATIENT,
          include: ["scripts/**/*.test.ts"],
          exclude: ["scripts/proof/**"],
        },
      },
      {
        plugins: [react(), siteName(siteNameOf({}))],
        test: {
          name: "web",
          ...PATIENT,
          environment: "happy-dom",
          // A link outside the router, such as a download, would navigate away for every later file.
          environmentOptions: {
            happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
          },
          // The files in a process share the libraries, which halves the time. `setup.ts` loads our own modules again.
          isolate: false,
          include: ["web/**/*.test.{ts,tsx}"],
          exclude: ["web/e2e/**"],
          setupFiles: ["web/testing/setup.ts"],
        },
      },
      {
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: "./wrangler.toml" },
            // All tests share one IP address, so only the rate limit tests use the real limits.
            miniflare: {
              bindings: {
                // Overrides wrangler.toml, because operators run these tests, too.
                ...DEFAULT_SETTINGS,
                TEST_MIGRATIONS: migrations,
                LIMIT_SCALE: "1000",
                // Few watchers per object, so that a test can fill a room and three relays.
                RELAY_AFTER: "8",
                BID_LATE_SECONDS: "600",
                // The trust level tests set their own limits.
                CONFIRM_EMAIL: "0",
                NEW_BIDDER_AMOUNT: "0",
                NEW_BIDDER_AUCTIONS: "0",
                SIGNING_KEY,
                PASSWORD_PEPPER: "known to the tests alone",
                SESSION_KEY: "known to the tests alone, which sign sessions",
                LOTLINE_LONG: process.env.LOTLINE_LONG ?? "",
                OIDC_ISSUER: inject<"oidcIssuer">("oidcIssuer"),
                MAIL_FROM: "no-reply@lotline.example",
                SECURITY_CONTACT: "mailto:security@lotline.example",
                TURNSTILE_URL: inject<"turnstileUrl">("turnstileUrl"),
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
          globalSetup: [
            "scripts/testing/servers/hostile-provider.ts",
            "scripts/testing/servers/turnstile.ts",
            "worker/testing/built-api.ts",
          ],
          setupFiles: ["worker/testing/setup.ts"],
          // The files in a process share the runtime, which is three times faster. `setup.ts` empties its storage for
          // each file.
          isolate: false,
        },
      },
      {
        test: {
          name: "proof",
          ...PATIENT,
          include: OUTSIDE_WORKERD,
          // Three kills and restarts of the whole runtime, and hundreds of simulated worlds, take minutes.
          testTimeout: 600_000,
        },
      },
    ],
  },
});
