import { describe, expect, it } from "vitest";

import { lockProblems } from "./package-lock.ts";

const RUNTIME = {
  "node_modules/workerd": { version: "1.1.0" },
  "node_modules/miniflare": { version: "5.1.0" },
  "node_modules/wrangler": { version: "4.1.0" },
};
const LINTER = { version: "2.0.0", optionalDependencies: { "@linter/linux": "2.0.0", "@linter/darwin": "2.0.0" } };

describe("the check of package-lock.json", () => {
  it("the lock check accepts a lock file with every platform's packages, nested or not", () => {
    const packages = {
      "": { version: "0.1.0" },
      ...RUNTIME,
      "node_modules/linter": LINTER,
      "node_modules/@linter/linux": { version: "2.0.0" },
      "node_modules/linter/node_modules/@linter/darwin": { version: "2.0.0" },
    };
    expect(lockProblems(packages)).toEqual([]);
  });

  it("the lock check lists each package that another platform would lack", () => {
    const packages = {
      ...RUNTIME,
      "node_modules/tool": { version: "1.0.0" },
      "node_modules/tool/node_modules/linter": LINTER,
      "node_modules/tool/node_modules/@linter/linux": { version: "2.0.0" },
      // It's inside another package, where `linter` doesn't look.
      "node_modules/other/node_modules/@linter/darwin": { version: "2.0.0" },
    };
    expect(lockProblems(packages)).toEqual(["@linter/darwin is missing, but linter needs it on some platforms"]);
  });

  it("the lock check refuses a lock file with two copies of workerd, or with none", () => {
    const second = { ...RUNTIME, "node_modules/pool/node_modules/workerd": { version: "1.2.0" } };
    expect(lockProblems(second)).toEqual(["there must be one workerd, but there are 2: 1.1.0 and 1.2.0"]);
    expect(lockProblems({})).toHaveLength(3);
  });
});
