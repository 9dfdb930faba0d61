/**
 * Renders the first screens (`web/app/first-screens.tsx`) into the built page, each in its own `<template>`. The Worker
 * keeps one and removes the others (`worker/pages/first-screen.ts`). They're `inert`, because nothing works before the
 * script has run, and typed text would be lost.
 */
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { z } from "zod";

import { ROOT } from "../command-line/project.ts";
import { siteName } from "./site-name.ts";

const PLACEHOLDER = "<!-- first-screens -->";
const rendering = z.object({
  renderFirstScreens: z.function({ input: [], output: z.record(z.string(), z.string()) }),
});

/** `name` is the site's name. */
export const firstScreens = (name: string): Plugin => ({
  name: "first-screens",
  apply: "build",
  transformIndexHtml: {
    order: "pre",
    async handler(page) {
      if (!page.includes(PLACEHOLDER)) throw new Error(`web/index.html has no ${PLACEHOLDER}`);
      const templates = Object.entries(await render(name)).map(([route, markup]) => {
        // Our content security policy forbids inline styles.
        if (markup.includes(" style=")) throw new Error(`the first screen of ${route} has an inline style`);
        return `<template data-first-screen="${route}"><div id="first-screen" inert>${markup}</div></template>`;
      });
      return page.replace(PLACEHOLDER, () => templates.join(""));
    },
  },
});

/** The markup by route, with the same file names as in the build of the pages. */
async function render(name: string): Promise<Record<string, string>> {
  // In node_modules, so that the code's imports can be resolved.
  const folder = await mkdtemp(path.join(ROOT, "node_modules", ".first-screens-"));
  try {
    await build({
      configFile: false,
      root: path.join(ROOT, "web"),
      plugins: [react(), siteName(name)],
      logLevel: "error",
      build: { ssr: "app/first-screens.tsx", outDir: folder, copyPublicDir: false },
    });
    // A browser global that doesn't exist here. Some modules listen for events as soon as they load.
    if (!("addEventListener" in globalThis)) Object.assign(globalThis, { addEventListener: () => {} });
    const built: unknown = await import(pathToFileURL(path.join(folder, "first-screens.js")).href);
    return rendering.parse(built).renderFirstScreens();
  } finally {
    await rm(folder, { recursive: true });
  }
}
