/** The tests that Stryker runs for each mutant: the tests for the pure files, and the properties, all in Node. */
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const RULES = "worker/rules/**/*.test.ts";
const HISTORIES = "scripts/proof/oracle/*.test.ts";
/** The room's pure files, as listed for the project `rules` in the main configuration. */
const PURE_ROOM = "worker/room/{commands/{decide-turn,requests},views/frames,views/wire,delivery/notices}.test.ts";

/** A mutant's tests stop at the first failure, so the slow ones, which check hundreds of histories each, run last. */
class SlowestLastSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => Number(isSlow(a)) - Number(isSlow(b)));
  }
}

function isSlow({ moduleId }: TestSpecification): boolean {
  return moduleId.includes("/proof/oracle/");
}

export default defineConfig({
  test: {
    include: [RULES, PURE_ROOM, "worker/contract/notice-kinds.test.ts", HISTORIES],
    setupFiles: ["scripts/proof/mutants/no-shrinking.ts"],
    sequence: { sequencer: SlowestLastSequencer },
    testTimeout: 60_000,
  },
});
