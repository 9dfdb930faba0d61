/**
 * The API's document and its page (`worker/openapi/files.ts`), and the page's stylesheet in the fonts of the other
 * pages. They are files of the pages: what makes them would be a third of the Worker.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";

import type { Plugin } from "vite";

const STYLES = path.join(import.meta.dirname, "../../web/api-page.css");
const FONTS = [
  { family: "Inter", weight: "100 900", file: "inter-latin-wght-normal" },
  { family: "Newsreader", weight: "500", file: "newsreader-latin-500-normal" },
] as const;

export const apiPage = (apiFiles: () => Promise<Readonly<Record<string, string>>>): Plugin => ({
  name: "api-page",
  apply: "build",
  async generateBundle(_options, bundle) {
    for (const [fileName, source] of Object.entries(await apiFiles()))
      this.emitFile({ type: "asset", fileName, source });
    const names = Object.keys(bundle);
    const faces = FONTS.map(({ family, weight, file }) => {
      const name = names.find((each) => path.basename(each).startsWith(`${file}-`));
      if (name === undefined) throw new Error(`the pages have no font ${file}`);
      return `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:url("/${name}")format("woff2")}\n`;
    });
    this.emitFile({
      type: "asset",
      fileName: "api-page.css",
      source: faces.join("") + (await readFile(STYLES, "utf8")),
    });
  },
});
