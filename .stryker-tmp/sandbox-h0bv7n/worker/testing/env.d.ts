// @ts-nocheck
declare namespace Cloudflare {
  interface Env {
    readonly TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    readonly mainModule: typeof import("../index.ts");
  }
}
