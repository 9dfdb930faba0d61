/** What the mutation score of the law is measured with: its own tests and nothing else. */
// @ts-nocheck

import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["worker/rules/**/*.test.ts"] } });
