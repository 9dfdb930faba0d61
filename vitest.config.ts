import { defineConfig } from "vitest/config";
export default defineConfig({
  test: {
    projects: [{ test: { name: "rules", include: ["worker/rules/**/*.test.ts", "worker/contract/**/*.test.ts"] } }],
  },
});
