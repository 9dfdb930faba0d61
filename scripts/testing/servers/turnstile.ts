/** The stand-in for Cloudflare Turnstile in the Worker's tests. */
import type { TestProject } from "vitest/node";

import { startTurnstile } from "../../server/turnstile.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startTurnstile();
  project.provide("turnstileUrl", url);
  return stop;
}

declare module "vitest" {
  interface ProvidedContext {
    readonly turnstileUrl: string;
  }
}
