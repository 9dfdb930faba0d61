/** What the mutation score of the law is measured with: its own tests and nothing else. */
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["worker/rules/**/*.test.ts"], testTimeout: 60_000 } });
