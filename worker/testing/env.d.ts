declare namespace Cloudflare {
  interface Env {
    /** A second database, for tests that fill one. */
    readonly LARGE_DB: D1Database;
    /** `1` for the long runs of the proofs. */
    readonly LOTLINE_LONG: string;
    /** LOTLINE_SEED, which repeats a randomized run. Empty by default. */
    readonly SEED: string;
    readonly TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    readonly mainModule: typeof import("../index.ts");
  }
}
