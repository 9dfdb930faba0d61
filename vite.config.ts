import path from "node:path";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = import.meta.dirname;

export default defineConfig({
  root: path.join(here, "web"),
  plugins: [react(), tailwindcss(), withoutDeadWeight()],
  build: {
    outDir: path.join(here, "dist"),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Nothing here works by reading a property of something otherwise unused.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // What every page needs is one file: it compresses better than the same code in pieces.
        codeSplitting: {
          groups: [
            { name: "base", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
            { name: "zod", test: /node_modules\/zod\// },
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: { "/api": { target: "http://127.0.0.1:8787", ws: true } } },
});

/**
 * Parts of libraries that are dead weight in our browser build and cannot be shaken off, because something living
 * mentions them. Their functions become empty: 11 KiB (gzip) less on the first page.
 */
function withoutDeadWeight(): Plugin {
  const weights = [
    // Writes JSON schemas: only the server's OpenAPI document does.
    /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/,
    // Parses values that contain themselves: JSON cannot.
    /\/zod\/v4\/core\/memoizer\.js$/,
    // English sentences for refusals: the contract brings its own.
    /\/zod\/v4\/locales\/en\.js$/,
    // Prefetches the pages of a server-rendered app: ours is none.
    /\/react-router\/dist\/production\/lib\/dom\/ssr\/(links|single-fetch|routeModules)\.js$/,
  ];
  return {
    name: "without-dead-weight",
    apply: "build",
    transform(code, id) {
      // Names for developers' tools: giving one to a component counts as using it.
      if (/\/react-router\/dist\/production\//.test(id)) code = code.replace(/^\w+\.displayName = .*$/gm, "");
      if (!weights.some((weight) => weight.test(id))) return { code, map: null };
      const declared = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
      const listed = [...code.matchAll(/^export \{ ([^}]+) \};/gm)].flatMap(([, names = ""]) => names.split(", "));
      const names = [...declared, ...listed.map((name) => name.split(" as ").at(-1))];
      const empty = names.map((name) => `export const ${name} = () => undefined;`);
      return { code: [...empty, "export default () => ({});"].join("\n"), map: null };
    },
  };
}
