/**
 * Makes a failed `import()` of the built pages retryable. Every import goes through `web/browser/load-files.ts`
 * instead of Vite's helper, which only adds preload links.
 */
import path from "node:path";

import type { BuildOptions, Plugin } from "vite";

import { ROOT } from "../command-line/project.ts";

const LOAD_FILES_PATH = path.join(ROOT, "web/browser/load-files.ts");

export const retriedImports: Plugin = {
  name: "retried-imports",
  apply: "build",
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => ({
      code: `export { loadFiles as __vitePreload } from ${JSON.stringify(LOAD_FILES_PATH)};`,
      map: null,
    }),
  },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && file.isEntry) file.code = file.code.replace(FILE_LIST, "$2\n$1");
      }
    },
  },
};

/**
 * Vite puts the list of all files first. Compression only finds repeated names within 32 KB. So in the first script, we
 * move the list to the end, next to the imports that repeat those names. The first script imports nothing before that
 * point, but other scripts may, so they stay as they are.
 */
const FILE_LIST = /^(const __vite__mapDeps=.+)\n([^]+)$/;

/** The files of the first script, which every page has already loaded. */
const FIRST_SCRIPT = /\/(?:index|base|rolldown-runtime)-/;

export const modulePreload: BuildOptions["modulePreload"] = {
  polyfill: false,
  // Vite leaves out a module that imports nothing.
  resolveDependencies: (file, imported, { hostType }) =>
    hostType === "js" ? [...new Set([file, ...imported])].filter((name) => !FIRST_SCRIPT.test(name)) : imported,
};
