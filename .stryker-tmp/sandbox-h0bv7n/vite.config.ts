// @ts-nocheck
import path from "node:path";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = import.meta.dirname;
/** Where the Worker is while the pages are developed: `npm run dev` says so when it is elsewhere. */
const worker = process.env["LOTLINE_WORKER_URL"] ?? "http://localhost:8787";

export default defineConfig({
  root: path.join(here, "web"),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: path.join(here, "dist"),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs is one file: it compresses better than the same code in pieces.
          groups: [{ name: "base", test: /node_modules\/(react|react-dom|react-router|scheduler)\// }],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: { "/api/v1": { target: worker, ws: true } } },
});
