declare namespace Cloudflare {
  interface Env {
    /** A second catalogue, for tests that fill one. */
    readonly CROWDED: D1Database;
    /** `1` for the long runs of the proofs. */
    readonly LOTLINE_LONG: string;
    /** What a run that chooses by chance starts from; empty for its own choice. */
    readonly LOTLINE_SEED: string;
    readonly TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    readonly mainModule: typeof import("../index.ts");
  }
}
