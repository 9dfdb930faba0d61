declare namespace Cloudflare {
  interface Env {
    /** A second catalogue, for tests that need a large one. */
    readonly CROWDED: D1Database;
    /** `1` runs the long versions of the proofs. */
    readonly LOTLINE_LONG: string;
    /** LOTLINE_SEED, which repeats a randomised run; empty by default. */
    readonly SEED: string;
    readonly TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    readonly mainModule: typeof import("../index.ts");
  }
}
