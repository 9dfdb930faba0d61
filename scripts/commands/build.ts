/**
 * What [build] of wrangler.toml runs: a plain `wrangler dev` on a fresh clone gets its pages and its migrated D1, a
 * `wrangler deploy` its pages. `npm start`, `npm run dev` and the tests have seen to both themselves.
 */
import { buildPages } from "../server/pages.ts";
import { DEFAULT_STATE, Problem } from "../server/project.ts";
import { migrate } from "../server/state.ts";

try {
  if (!process.env["LOTLINE_BUILT"]) {
    // wrangler names the command that it builds for. It does not say where its data are: the default place.
    const isLocal = process.env["WRANGLER_COMMAND"] === "dev";
    await Promise.all([buildPages(), isLocal ? migrate(DEFAULT_STATE) : null]);
  }
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  process.exitCode = 1;
}
