import path from "node:path";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

import { apiFiles } from "./worker/openapi/files.ts";

const here = import.meta.dirname;
/** Where the Worker is while the pages are developed: `npm run dev` says so when it is elsewhere. */
const worker = process.env["LOTLINE_WORKER_URL"] ?? "http://localhost:8787";

/** The API's document is a file of the pages: what makes it would be a third of the Worker. */
const apiDocument: Plugin = {
  name: "api-document",
  apply: "build",
  async generateBundle() {
    for (const [fileName, source] of Object.entries(await apiFiles()))
      this.emitFile({ type: "asset", fileName, source });
  },
};

export default defineConfig({
  root: path.join(here, "web"),
  plugins: [react(), tailwindcss(), apiDocument],
  build: {
    outDir: path.join(here, "dist"),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs is one file: it compresses better than the same code in pieces.
          groups: [
            { name: "base", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
            // The first page's script names every file of every page, so small ones that belong together are one: the icons
            // of all other pages, and what only admins need.
            { name: "icons", test: /node_modules\/lucide-react\// },
            {
              name: "admins",
              test: /web\/(features\/moderation|pages\/(desk|moderation)-page|pages\/admins-only)/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api/v1": { target: worker, ws: true }, "/.well-known": { target: worker } },
  },
});
