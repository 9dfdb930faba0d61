import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { invalidateLists } from "../catalogue/list-cache.ts";
import { privacyResponse } from "../contract/privacy.ts";
import { sellerResponse, sellersResponse } from "../contract/seller.ts";
import { idsIn, fetchIds } from "../testing/auction-lists.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { insertAuction } from "../testing/catalogue.ts";
import { anAdmin, requestJson, expectRefusal, someoneSignedIn } from "../testing/http.ts";
import { takeAction } from "../testing/moderation.ts";

const HOUR_MS = 3_600_000;

async function fetchSeller(id: string) {
  // Responses are cached for five seconds.
  invalidateLists();
  return (await requestJson(sellerResponse, `/seller/${id}`)).seller;
}

const SUSPEND_SQL = "UPDATE users SET suspended_at = 1 WHERE id = ?";
const DELETE_SQL = "DELETE FROM users WHERE id = ?";

async function runSql(sql: string, id: string): Promise<void> {
  await env.DB.prepare(sql).bind(id).run();
  invalidateLists();
}

it("a seller's page shows their name, the month they joined and public counts", async () => {
  const { id } = await someoneSignedIn("Sue");
  const now = Date.now();
  await insertAuction({ sellerId: id });
  await insertAuction({ sellerId: id, startsAt: now + HOUR_MS });
  const winnerId = newId();
  const endedChange = { sellerId: id, endsAt: now - 1, leaderId: winnerId };
  await insertAuction({ ...endedChange, phase: "closed", winnerId, closedAt: now });
  // Ended, but D1 doesn't have its closing yet.
  await insertAuction(endedChange);
  // Neither of these was sold.
  await insertAuction({ ...endedChange, reserveMinor: 90_000, reserveMet: false });
  await insertAuction({ ...endedChange, phase: "closed", leaderId: null, closedAt: now });
  for (const phase of ["hidden", "cancelled", "removed"] as const) await insertAuction({ sellerId: id, phase });
  await insertAuction({ sellerId: id, phase: "voided", voidedReason: "Counterfeit" });
  expect(await fetchSeller(id)).toEqual({
    _id: id,
    firstName: "Sue",
    lastName: "Doe",
    image: null,
    memberSince: new Date(now).toISOString().slice(0, 7),
    live: 1,
    upcoming: 1,
    sold: 2,
    rated: { count: 0, average: null },
  });
});

it("the list of auctions can show one seller's auctions, except hidden ones", async () => {
  const { id } = await someoneSignedIn("Sue");
  const now = Date.now();
  const [later, sooner] = [
    await insertAuction({ sellerId: id }),
    await insertAuction({ sellerId: id, endsAt: now + HOUR_MS }),
  ];
  const sold = { sellerId: id, phase: "closed", leaderId: "ann", winnerId: "ann" } as const;
  const first = await insertAuction({ ...sold, endsAt: now - 2 * DAY_MS });
  const last = await insertAuction({ ...sold, endsAt: now - DAY_MS });
  await insertAuction({ sellerId: id, phase: "hidden" });
  await insertAuction({ sellerId: newId() });
  expect(await fetchIds({ seller: id, sort: "ending" })).toEqual(idsIn([sooner, later]));
  expect(await fetchIds({ seller: id, status: "Sold", sort: "ended" })).toEqual(idsIn([last, first]));
  expect(await fetchIds({ seller: id, status: "all", search: "bureau", sort: "ending", category: "antiques" })).toEqual(
    idsIn([first, last, sooner, later]),
  );
});

it("someone who only bids or whose listings are hidden has no seller's page", async () => {
  const { id } = await someoneSignedIn("Bob");
  await insertAuction({ sellerId: id, phase: "hidden" });
  await insertAuction({ leaderId: id, bidCount: 1 });
  const [bidder, nobody] = await Promise.all(
    [id, newId()].map((personId) => expectRefusal("not_found", 404, `/seller/${personId}`)),
  );
  expect({ ...bidder, requestId: "" }).toEqual({ ...nobody, requestId: "" });
});

it("a seller's page looks the same if the seller bids anonymously or is suspended", async () => {
  const { id, cookie } = await someoneSignedIn("Sue");
  await insertAuction({ sellerId: id });
  const before = await fetchSeller(id);
  await requestJson(privacyResponse, "/user/privacy", { method: "PATCH", cookie, json: { anonymous: true } });
  expect(await fetchSeller(id)).toEqual(before);
  await runSql(SUSPEND_SQL, id);
  expect(await fetchSeller(id)).toEqual(before);
});

it("a seller's page doesn't show a hidden name", async () => {
  const { id } = await someoneSignedIn("Sue");
  await insertAuction({ sellerId: id });
  await fetchSeller(id);
  await takeAction(`people/${id}/hideName`, await anAdmin());
  expect((await requestJson(sellerResponse, `/seller/${id}`)).seller).toMatchObject({
    firstName: "Name",
    lastName: "hidden",
  });
});

it("a deleted account's listings are no longer grouped under its seller", async () => {
  const { id } = await someoneSignedIn("Sue");
  await insertAuction({ sellerId: id });
  expect(await fetchIds({ seller: id })).toHaveLength(1);
  await runSql(DELETE_SQL, id);
  expect(await fetchIds({ seller: id })).toEqual([]);
  await expectRefusal("not_found", 404, `/seller/${id}`);
  expect(await fetchIds({ seller: id, status: "all" })).toEqual([]);
});

async function sellersNamed(search: string) {
  invalidateLists();
  return (await requestJson(sellersResponse, `/seller/search?search=${encodeURIComponent(search)}`)).sellers;
}

it("a search finds sellers by the beginnings of their names, in any spelling", async () => {
  // Only letters, because digits would be separate words, and no name or search below begins with one of them.
  const digits = Array.from(newId().slice(0, 7), (digit) => "ghijklmnoprtuvwy".charAt(Number.parseInt(digit, 16)));
  const mark = `q${digits.join("")}`;
  const { id } = await someoneSignedIn(`Zoë-${mark}`);
  await insertAuction({ sellerId: id });
  for (const search of [`zoe ${mark}`, `ZOË-${mark}`, `doe ${mark}`, `zoe${mark}`, `\u200f${mark.slice(0, 6)}`, mark]) {
    expect({ search, ids: (await sellersNamed(search)).map(({ _id }) => _id) }).toEqual({ search, ids: [id] });
  }
  for (const search of [mark.slice(1, 4), `${mark}x`, "", "\u200f", "%", "x".repeat(5_000)]) {
    expect({ search, found: await sellersNamed(search) }).toEqual({ search, found: [] });
  }
  expect(await sellersNamed("a ".repeat(100))).toEqual([]);
});

it("a search leaves out sellers who have no page, are suspended, hidden or deleted", async () => {
  const mark = `Q${newId().slice(0, 8)}`;
  const person = await someoneSignedIn(mark);
  const ids = async () => (await sellersNamed(mark)).map(({ _id }) => _id);
  expect(await ids()).toEqual([]);
  await insertAuction({ sellerId: person.id, phase: "hidden" });
  expect(await ids()).toEqual([]);
  await insertAuction({ sellerId: person.id });
  expect(await ids()).toEqual([person.id]);
  await runSql(SUSPEND_SQL, person.id);
  expect(await ids()).toEqual([]);
  await env.DB.prepare("UPDATE users SET suspended_at = NULL WHERE id = ?").bind(person.id).run();
  expect(await ids()).toEqual([person.id]);
  const admin = await anAdmin();
  await takeAction(`people/${person.id}/hideName`, admin);
  expect(await ids()).toEqual([]);
  expect(await sellersNamed("name hidden")).toEqual([]);
  await takeAction(`people/${person.id}/showName`, admin);
  expect(await ids()).toEqual([person.id]);
  await runSql(DELETE_SQL, person.id);
  expect(await ids()).toEqual([]);
});
