declare namespace Cloudflare {
  interface Env {
    /** A second catalogue, for tests that fill one. */
    readonly CROWDED: D1Database;
    /** LOTLINE_SEED, which repeats a run of what is random; empty unless it is given. */
    readonly SEED: string;
    readonly TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    readonly mainModule: typeof import("../index.ts");
  }
}
