/** Writes the API's document and its page where a build of the pages puts them, before the Worker's tests begin. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { apiFiles } from "../openapi/files.ts";
import { siteNameOf } from "../settings/setting-table.ts";

const DIST = path.resolve(import.meta.dirname, "../../dist");

export default async function buildApi(): Promise<void> {
  for (const [name, text] of Object.entries(await apiFiles(siteNameOf({})))) {
    const file = path.join(DIST, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
