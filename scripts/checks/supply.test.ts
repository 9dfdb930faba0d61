/** T27: dependencies have exact, locked versions and no registry, and Hono is newer than its known vulnerabilities. */
import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";
import { z } from "zod";

import { ROOT } from "../command-line/project.ts";
import { packageLock } from "./package-lock.ts";

const versions = z.record(z.string(), z.string());
const manifest = z.object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions });

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), "utf8"));
const { dependencies, devDependencies, optionalDependencies } = manifest.parse(read("package.json"));
const declaredVersions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
const { packages } = packageLock.parse(read("package-lock.json"));

it("T27: package.json pins each dependency to the exact version in the lock file", () => {
  expect(declaredVersions.length).toBeGreaterThan(30);
  for (const [name, version] of declaredVersions) {
    const exact = /^(?:npm:.+@)?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(version)?.[1];
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, exact]);
  }
});

it("T27: the lock file has no registry URL, and an integrity hash for each package", () => {
  const others = Object.entries(packages).filter(([folder]) => folder !== "");
  expect(others.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(others.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});

it("T27: Hono is at least 4.12.21, which fixes its published advisories", () => {
  const [major = 0, minor = 0, patch = 0] = (dependencies["hono"] ?? "").split(".").map(Number);
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(4_012_021);
});
