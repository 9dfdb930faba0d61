import path from "node:path";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = import.meta.dirname;
/** Where the Worker is while the pages are developed: `npm run dev` says so when it is elsewhere. */
const worker = process.env["LOTLINE_WORKER_URL"] ?? "http://localhost:8787";

export default defineConfig({
  root: path.join(here, "web"),
  plugins: [react(), tailwindcss(), withoutDeadWeight()],
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

/**
 * Parts of zod that a browser never calls but that no bundler can leave out, because every schema mentions them: the
 * writer of JSON schemas (only the server's OpenAPI document needs it), the guard for values that contain themselves
 * (JSON cannot), and English sentences (the contract brings its own). Their functions answer nothing: 10 KiB (gzip)
 * less on the first page.
 */
function withoutDeadWeight(): Plugin {
  const weights = /\/zod\/v4\/(core\/(to-json-schema|json-schema-processors|memoizer)|locales\/en)\.js$/;
  const found = new Set<string>();
  return {
    name: "without-dead-weight",
    apply: "build",
    transform(code, id) {
      if (!weights.test(id)) return;
      found.add(id);
      const declared = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
      const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name);
      const empty = [...declared, ...renamed].map((name) => `export const ${name} = () => undefined;`);
      return { code: [...empty, "export default () => ({});"].join("\n"), map: null };
    },
    buildEnd() {
      if (found.size !== 4) this.error("zod keeps its dead weight elsewhere now: look at vite.config.ts");
    },
  };
}
