import path from "node:path";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

import { apiPage } from "./scripts/build/api-page.ts";
import { compileModule } from "./scripts/build/compiled-schema.ts";
import { firstScreens } from "./scripts/build/first-screens.ts";
import { modulePreload, retriedImports } from "./scripts/build/retried-imports.ts";
import { routeFiles } from "./scripts/build/route-files.ts";
import { SHARED_FILES } from "./scripts/build/shared-files.ts";
import { siteName } from "./scripts/build/site-name.ts";
import { themeScript } from "./scripts/build/theme-script.ts";
import { unusedRouterParts } from "./scripts/build/unused-router-parts.ts";
import { builtSiteName } from "./scripts/server/chosen-settings.ts";
import * as firstResponseSchemas from "./web/api/first-response-schemas.ts";
import * as questionResponseSchemas from "./web/api/question-response-schemas.ts";
import * as responseSchemas from "./web/api/response-schemas.ts";
import { apiFiles } from "./worker/openapi/files.ts";

const here = import.meta.dirname;
/** The Worker's URL during development. `npm run dev` sets it in LOTLINE_WORKER_URL. */
const worker = process.env["LOTLINE_WORKER_URL"] ?? "http://localhost:8787";
const name = builtSiteName();
/**
 * The build compiles the schemas that pages need before a form opens, because zod would be 14% of their script.
 */
const COMPILED = { "response-schemas": responseSchemas, "question-response-schemas": questionResponseSchemas };
const compiledSchemas: Plugin = {
  name: "compiled-schemas",
  apply: "build",
  load: {
    filter: { id: /\/web\/api\/(?:[a-z]+-)?response-schemas\.ts$/ },
    handler: (id) => {
      const file = path.basename(id, ".ts");
      if (file === "first-response-schemas") return compileModule(firstResponseSchemas);
      const [, module] = Object.entries(COMPILED).find(([compiled]) => compiled === file) ?? [];
      return module && compileModule(module, { from: "./first-response-schemas.ts", schemas: firstResponseSchemas });
    },
  },
};

export default defineConfig({
  root: path.join(here, "web"),
  plugins: [
    react(),
    tailwindcss(),
    siteName(name),
    apiPage(() => apiFiles(name)),
    compiledSchemas,
    unusedRouterParts,
    routeFiles,
    themeScript,
    retriedImports,
    firstScreens(name),
  ],
  build: {
    outDir: path.join(here, "dist"),
    emptyOutDir: true,
    modulePreload,
    rolldownOptions: {
      output: { codeSplitting: { groups: SHARED_FILES } },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api/v1": { target: worker, ws: true }, "/.well-known": { target: worker } },
  },
});
