/**
 * The API's document and reference page (`worker/openapi/files.ts`), with Swagger UI. They're built as files. The code
 * that makes the document would be a third of the Worker, and only this page needs Swagger UI (485 KiB compressed).
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

import type { Plugin } from "vite";

const SWAGGER_UI = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

export const apiPage = (apiFiles: () => Promise<Readonly<Record<string, string>>>): Plugin => ({
  name: "api-page",
  apply: "build",
  async generateBundle() {
    for (const [fileName, source] of Object.entries(await apiFiles()))
      this.emitFile({ type: "asset", fileName, source });
    for (const fileName of ["swagger-ui-bundle.js", "swagger-ui.css"])
      this.emitFile({ type: "asset", fileName, source: await readFile(path.join(SWAGGER_UI, fileName)) });
  },
});
