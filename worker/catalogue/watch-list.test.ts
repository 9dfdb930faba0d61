import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { listed } from "../testing/catalogue.ts";
import { someoneSignedIn } from "../testing/http.ts";
import { openCatalogue } from "./database.ts";
import { countWatchers, watch } from "./watch-list.ts";

it.each([
  ["open", 1],
  ["closed", 1],
  ["hidden", 0],
  ["removed", 0],
  ["cancelled", 0],
] as const)("a watch of an auction that is %s by then is stored %i times", async (phase, times) => {
  const catalogue = openCatalogue(env.DB);
  const [{ id }, person] = [await listed({ phase }), await someoneSignedIn()];
  await watch(catalogue, person.id, id, Date.now());
  expect((await countWatchers(catalogue, [id])).get(id)).toBe(times);
});
