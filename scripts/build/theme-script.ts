/**
 * Inlines `web/theme.js` into the built page, because a separate file would delay the first paint by a request. The
 * pages' content security policy (`web/public/_headers`) then allows this one inline script by its hash.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { minifySync, type Plugin } from "vite";

import { ROOT } from "../command-line/project.ts";

const FILE = path.join(ROOT, "web/theme.js");
const TAG = '<script src="/theme.js"></script>';
const POLICY = "script-src 'self';";

export const themeScript: Plugin = {
  name: "theme-script",
  apply: "build",
  transformIndexHtml: {
    order: "pre",
    async handler(page) {
      const script = await minifyTheme();
      return replaceIn(page, TAG, `<script>${script}</script>`);
    },
  },
  async writeBundle({ dir = "" }) {
    const headersPath = path.join(dir, "_headers");
    const hash = createHash("sha256")
      .update(await minifyTheme())
      .digest("base64");
    const updatedHeaders = replaceIn(
      await readFile(headersPath, "utf8"),
      POLICY,
      `script-src 'self' 'sha256-${hash}';`,
    );
    await writeFile(headersPath, updatedHeaders);
  },
};

async function minifyTheme(): Promise<string> {
  const { code, errors } = minifySync("theme.js", await readFile(FILE, "utf8"));
  if (errors.length > 0) throw new Error(`web/theme.js: ${errors[0]?.message}`);
  return code.trim();
}

function replaceIn(text: string, what: string, replacement: string): string {
  if (text.split(what).length !== 2) throw new Error(`there is not exactly one ${what}`);
  return text.replace(what, () => replacement);
}
