import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { MAX_WATCHED_AUCTIONS } from "../contract/auction.ts";
import { openDatabase } from "../db/database.ts";
import { insertAuction } from "../testing/catalogue.ts";
import { expectRefusal, someoneSignedIn } from "../testing/http.ts";
import { countWatchers, unwatch, watch } from "./watchlist.ts";

it.each([
  ["open", 1],
  ["closed", 1],
  ["hidden", 0],
  ["removed", 0],
  ["cancelled", 0],
] as const)("watching an auction whose phase is %s adds %i to its watchers", async (phase, times) => {
  const db = openDatabase(env.DB);
  const [{ id }, person] = [await insertAuction({ phase }), await someoneSignedIn()];
  await watch(db, person.id, id, Date.now());
  expect((await countWatchers(db, [id])).get(id)).toBe(times);
});

it("a watchlist holds at most 1,000 auctions, even if two are added concurrently", async () => {
  const db = openDatabase(env.DB);
  const [person, first, second] = [await someoneSignedIn(), await insertAuction(), await insertAuction()];
  await env.DB.prepare("INSERT INTO watches SELECT ?, 'many' || value, 0 FROM json_each(?)")
    .bind(person.id, JSON.stringify(Array.from({ length: MAX_WATCHED_AUCTIONS - 1 }, (_, index) => index)))
    .run();
  const add = (id: string) => watch(db, person.id, id, Date.now());
  const added = await Promise.all([add(first.id), add(second.id)]);
  expect(added.toSorted()).toEqual([false, true]);
  const [kept, refused] = added[0] ? [first, second] : [second, first];
  // Adding an auction that's already on the list succeeds.
  expect(await add(kept.id)).toBe(true);
  const path = `/user/watchlist/${refused.id}`;
  const { message } = await expectRefusal("watchlist_full", 409, path, { method: "POST", cookie: person.cookie });
  expect(message).toBe("You're watching 1,000 auctions. Remove one to add another.");
  await unwatch(db, person.id, kept.id);
  expect(await add(refused.id)).toBe(true);
});
