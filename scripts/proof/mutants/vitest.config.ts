/** The tests that Stryker runs for each mutant: those of the pure files, in node. */
import { defineConfig } from "vitest/config";

const RULES = "worker/rules/**/*.test.ts";
/** As in the project `rules` of the main configuration. */
const PURE_ROOM = "worker/room/{commands/{decide-turn,turn-responses},views/frames,views/wire,delivery/notices}.test.ts";

export default defineConfig({ test: { include: [RULES, PURE_ROOM], testTimeout: 60_000 } });
