/**
 * Checks package-lock.json. It must contain every package that it refers to, so that it installs on every platform. It
 * must also have only one runtime, so that development, tests and the benchmark use the same one. npm silently leaves
 * out a package for another platform if its registry doesn't have it when npm writes the lock file.
 */
import { z } from "zod";

export const packageLock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Packages = z.infer<typeof packageLock>["packages"];

/** Packages that contain or are the Workers runtime. A second version of one is a second runtime. */
const RUNTIME_PACKAGES = ["workerd", "miniflare", "wrangler"];
const FOLDER = "node_modules/";

/** One sentence per problem. Empty if the lock file is complete. */
export function lockProblems(packages: Packages): string[] {
  return [...missingOnOtherPlatforms(packages), ...duplicateRuntimes(packages)];
}

function missingOnOtherPlatforms(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([packagePath, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isInstalledFor(packagePath, name, packages))
      .map((name) => `${name} is missing, but ${nameOf(packagePath)} needs it on some platforms`),
  );
}

/** Whether Node would find the package in the dependent's own folder or a parent folder. */
function isInstalledFor(packagePath: string, name: string, packages: Packages): boolean {
  const parents = packagePath
    .split(`/${FOLDER}`)
    .map((_, index, parts) => parts.slice(0, index + 1).join(`/${FOLDER}`));
  return ["", ...parents].some((parent) => `${parent === "" ? "" : `${parent}/`}${FOLDER}${name}` in packages);
}

function duplicateRuntimes(packages: Packages): string[] {
  return RUNTIME_PACKAGES.flatMap((name) => {
    const packagePaths = Object.keys(packages).filter((packagePath) => nameOf(packagePath) === name);
    const versions = packagePaths.map((packagePath) => packages[packagePath]?.version).join(" and ");
    return packagePaths.length === 1
      ? []
      : [`there must be one ${name}, but there are ${packagePaths.length}: ${versions}`];
  });
}

function nameOf(packagePath: string): string {
  return packagePath.slice(packagePath.lastIndexOf(FOLDER) + FOLDER.length);
}
