/** Fails if package-lock.json doesn't install the same tools on every platform. Part of `npm run check`. */
import { readFileSync } from "node:fs";
import path from "node:path";

import { ROOT } from "../command-line/project.ts";
import { lockProblems, packageLock } from "./package-lock.ts";

const lock: unknown = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8"));
const problems = lockProblems(packageLock.parse(lock).packages);
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
if (problems.length > 0) {
  console.error("Choose versions whose packages are available for all platforms: CONTRIBUTING.md.");
  process.exitCode = 1;
}
