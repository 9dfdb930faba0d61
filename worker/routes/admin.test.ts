import { applyD1Migrations, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import type { Session } from "../accounts/sessions.ts";
import {
  adminActionsResponse,
  categoriesForAdminsResponse,
  deploymentResponse,
  openAuctionsResponse,
  peopleResponse,
  personSessionsResponse,
} from "../contract/admin.ts";
import { savedAuctionResponse } from "../contract/auction.ts";
import { auctionsResponse } from "../contract/catalogue.ts";
import { categoriesResponse } from "../contract/category.ts";
import { doneResponse } from "../contract/fields.ts";
import { openDatabase } from "../db/database.ts";
import { Inbox } from "../inbox/inbox.ts";
import { addReport } from "../moderation/queries/reports.ts";
import { findMismatches } from "../sweep/audit.ts";
import { sweep } from "../sweep/sweep.ts";
import { envWith, failingDatabase, requestWith } from "../testing/bindings.ts";
import { aPerson, newId } from "../testing/builders.ts";
import { aCategory, insertAuction } from "../testing/catalogue.ts";
import {
  aCookieFor,
  anAdmin,
  fetchPages,
  requestJson,
  type SignedIn,
  cookieFor,
  expectRefusal,
  expectRefusalIn,
  someoneSignedIn,
} from "../testing/http.ts";
import { actionCall, actionsOn, takeAction } from "../testing/moderation.ts";
import { aListing, bid, createCall } from "../testing/selling.ts";

const findPeople = async ({ cookie }: SignedIn, search: string, extraFields = "") =>
  (
    await requestJson(peopleResponse, `/moderation/people?search=${encodeURIComponent(search)}${extraFields}`, {
      cookie,
    })
  ).people;

it("an admin finds people by part of their name or email, or by their ID", async () => {
  const [admin, person] = [await anAdmin(), await someoneSignedIn(`Quill${newId().slice(0, 8)}`)];
  for (const search of [
    person.firstName.toUpperCase(),
    `${person.firstName} doe`,
    person.email.slice(0, 20),
    person.id,
  ]) {
    const people = await findPeople(admin, search);
    expect(people.map(({ _id }) => _id)).toEqual([person.id]);
    expect(people[0]).toMatchObject({ email: person.email, role: "User", suspended: null });
  }
  expect(await findPeople(admin, person.id.slice(0, 30))).toEqual([]);
  // A search has no wildcards.
  expect(await findPeople(admin, "%")).toEqual([]);
});

it("an admin finds people by alternative spellings of their name", async () => {
  const [admin, mark] = [await anAdmin(), newId().slice(0, 8)];
  const person = await someoneSignedIn(`Łukasz-${mark}`);
  const normalized = `lukasz ${mark}`;
  for (const search of [normalized, `lukasz${mark}`, `LUKASZ-${mark}`, `\u200fŁukasz\u00a0${mark}`]) {
    expect((await findPeople(admin, search)).map(({ _id }) => _id)).toEqual([person.id]);
  }
});

it("an admin lists people page by page without gaps or duplicates", async () => {
  const [admin, name] = [await anAdmin(), `Page${newId().slice(0, 8)}`];
  const people = [await someoneSignedIn(name), await someoneSignedIn(name), await someoneSignedIn(name)];
  const pages = await fetchPages(peopleResponse, `/moderation/people?search=${name}&limit=1`, admin);
  const seen = pages.flatMap((page) => page.people.map(({ _id }) => _id));
  expect(seen.toSorted()).toEqual(people.map(({ id }) => id).toSorted());
  await expectRefusal("invalid_input", 400, "/moderation/people?cursor=newest", admin);
});

it("an admin lists people by state and sees why someone is suspended", async () => {
  const [admin, person] = [await anAdmin(), await someoneSignedIn(`Sus${newId().slice(0, 8)}`)];
  expect(await findPeople(admin, person.firstName, "&state=suspended")).toEqual([]);
  await takeAction(`people/${person.id}/suspend`, admin);
  const [suspended] = await findPeople(admin, person.firstName, "&state=suspended");
  expect(suspended).toMatchObject({ _id: person.id, suspended: { reason: "For a test" } });
  expect((await findPeople(admin, admin.id, "&state=admin")).map(({ _id }) => _id)).toEqual([admin.id]);
  expect(await findPeople(admin, person.id, "&state=admin")).toEqual([]);
});

it("an admin sees people's own names even if they are hidden", async () => {
  const [admin, person] = [await anAdmin(), await someoneSignedIn(`Own${newId().slice(0, 8)}`)];
  await takeAction(`people/${person.id}/hideName`, admin);
  const [foundPerson] = await findPeople(admin, person.firstName);
  expect(foundPerson).toMatchObject({ firstName: person.firstName, nameHidden: true });
});

it("an admin can see a person's sessions, and end them by giving a reason", async () => {
  const [admin, person] = [await anAdmin(), await someoneSignedIn()];
  await aCookieFor(person.id);
  const path = `/moderation/people/${person.id}/sessions`;
  const before = await requestJson(personSessionsResponse, path, admin);
  expect(before).toMatchObject({ sessions: [{ current: false }, { current: false }], pendingCalls: 0 });
  await expectRefusal("invalid_input", 400, ...actionCall(`people/${person.id}/endSessions`, admin, { reason: "" }));
  await takeAction(`people/${person.id}/endSessions`, admin);
  expect((await requestJson(personSessionsResponse, path, admin)).sessions).toEqual([]);
  await expectRefusal("not_signed_in", 401, "/user/profile", person);
  expect(await actionsOn(person.id, admin)).toMatchObject([
    { action: "endSessions", reason: "For a test", by: { _id: admin.id } },
  ]);
  await expectRefusal("not_found", 404, `/moderation/people/${newId()}/sessions`, admin);
  await expectRefusal("not_found", 404, ...actionCall(`people/${newId()}/endSessions`, admin));
});

it("admins grant and remove the admin role by giving a reason", async () => {
  const [admin, person] = [await anAdmin(), await someoneSignedIn()];
  await takeAction(`people/${person.id}/makeAdmin`, admin);
  await requestJson(adminActionsResponse, "/moderation/actions", person);
  await takeAction(`people/${person.id}/removeAdmin`, admin);
  await expectRefusal("not_found", 404, "/moderation/actions", person);
  expect((await actionsOn(person.id, admin)).map((action) => action.action)).toEqual(["removeAdmin", "makeAdmin"]);
  await takeAction(`people/${person.id}/suspend`, admin);
  await expectRefusal("forbidden", 403, ...actionCall(`people/${person.id}/makeAdmin`, admin));
});

it("T7: the last admin who can sign in keeps the role and the account", async () => {
  // A database without other admins.
  await applyD1Migrations(env.LARGE_DB, env.TEST_MIGRATIONS);
  const bindings = envWith({ DB: env.LARGE_DB });
  const [ada, bea] = [await anAdminIn(env.LARGE_DB), await anAdminIn(env.LARGE_DB)];
  const removeAdminRole = (from: SignedIn & { id: string }, by: SignedIn) =>
    requestWith(bindings, ...actionCall(`people/${from.id}/removeAdmin`, by));
  const responses = await Promise.all([removeAdminRole(bea, ada), removeAdminRole(ada, bea)]);
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
  const { results } = await env.LARGE_DB.prepare("SELECT id FROM users WHERE role = 'Admin'").all<{ id: string }>();
  expect(results).toHaveLength(1);
  const lastAdmin = results[0]?.id === ada.id ? ada : bea;
  const { message } = await expectRefusalIn(await removeAdminRole(lastAdmin, lastAdmin), "forbidden", 403);
  expect(message).toContain("No other admin");
  const actions = await env.LARGE_DB.prepare("SELECT target_id FROM admin_actions").all();
  expect(actions.results).toHaveLength(1);
  const deletion = ["/user/delete-account", { method: "DELETE", cookie: lastAdmin.cookie }] as const;
  await expectRefusalIn(await requestWith(bindings, ...deletion), "last_admin", 409);
  // With a second admin the account may be deleted.
  await anAdminIn(env.LARGE_DB);
  expect((await requestWith(bindings, ...deletion)).status).toBe(200);
  await env.LARGE_DB.prepare("UPDATE users SET role = 'User'").run();
});

/** Opens a session for someone who exists only in another database. */
async function openSessionIn(database: D1Database, userId: string): Promise<Session> {
  return runInDurableObject(env.INBOX.getByName(userId), async (_inbox, state) => {
    const inbox = new Inbox(state, { ...env, DB: database });
    const session = await inbox.openSession(userId, { device: null, network: null });
    if (!session) throw new Error("they may not sign in");
    return session;
  });
}

async function anAdminIn(database: D1Database) {
  const [id, now] = [newId(), Date.now()];
  await database
    .prepare(
      "INSERT INTO users (id, first_name, last_name, search_name, role, created_at) VALUES (?, 'Ada', 'Doe', ' ada doe', 'Admin', ?)",
    )
    .bind(id, now)
    .run();
  const session = await openSessionIn(database, id);
  return { id, cookie: await cookieFor(session) };
}

const categoryForAdmins = async (admin: SignedIn, name: string) => {
  const cursor = encodeURIComponent(name.toLowerCase().slice(0, -1));
  const page = await requestJson(categoriesForAdminsResponse, `/moderation/categories?limit=5&cursor=${cursor}`, admin);
  return page.categories.find((one) => one.name === name);
};
const aName = () => `Cat ${newId().slice(0, 12)}`;
const fetchCategories = async () => (await requestJson(categoriesResponse, "/auction/getAllCategories")).categories;

it("an admin creates and renames a category with a reason and a unique name", async () => {
  const [admin, name, next] = [await anAdmin(), aName(), aName()];
  await takeAction("categories", admin, { name, description: "Old ones" });
  const category = await categoryForAdmins(admin, name);
  expect(category).toMatchObject({
    description: "Old ones",
    fixed: false,
    hidden: false,
    mergedInto: null,
    openAuctions: 0,
  });
  const id = category?._id ?? "";
  await expectRefusal(
    "category_exists",
    409,
    ...actionCall("categories", admin, { name: name.toUpperCase(), description: "Mine" }),
  );
  const renameCategory = (to: string) =>
    actionCall(`categories/${id}/renameCategory`, admin, { name: to, description: "New ones" });
  await expectRefusal("category_exists", 409, ...renameCategory("Antiques"));
  await requestJson(doneResponse, ...renameCategory(next));
  expect((await fetchCategories()).find(({ _id }) => _id === id)).toMatchObject({
    name: next,
    description: "New ones",
  });
  expect((await actionsOn(id, admin)).map(({ action }) => action)).toEqual(["renameCategory", "createCategory"]);
  await expectRefusal(
    "forbidden",
    403,
    ...actionCall("categories/antiques/renameCategory", admin, { name: next, description: "x" }),
  );
  await expectRefusal(
    "not_found",
    404,
    ...actionCall(`categories/${newId()}/renameCategory`, admin, { name: next, description: "x" }),
  );
});

it("a created category always has its admin action, even if D1 fails meanwhile", async () => {
  const [admin, name] = [await anAdmin(), aName()];
  const [path, call] = actionCall("categories", admin, { name, description: "New ones" });
  let created: { readonly _id: string } | undefined;
  for (let nth = 1; !created; nth += 1) {
    await requestWith({ ...env, DB: failingDatabase(nth, false).database }, path, call);
    created = await categoryForAdmins(admin, name);
  }
  expect(await actionsOn(created._id, admin)).toMatchObject([{ action: "createCategory" }]);
});

it("a merged category's auctions move to its target and stay there after new bids", async () => {
  const [admin, seller] = [await anAdmin(), await someoneSignedIn("Sue")];
  const [from, into] = [await aCategory(), await aCategory()];
  const call = createCall(seller, { category: from });
  const { auction } = await requestJson(savedAuctionResponse, ...call);
  await takeAction(`categories/${from}/mergeCategory`, admin, { into });
  await bid(auction._id, 100, (await someoneSignedIn("Bob")).cookie);
  await runInDurableObject(env.AUCTION_ROOM.getByName(auction._id), (room) => room.reconcile(0));
  // A saved URL may still contain the merged category.
  for (const category of [from, into]) {
    const { auctions } = await requestJson(auctionsResponse, `/auction/fetchAllAuctions?category=${category}`, admin);
    expect(auctions).toMatchObject([{ _id: auction._id, bidCount: 1, category: { _id: into } }]);
  }
  expect(await findMismatches(env, openDatabase(env.DB), auction._id)).toEqual([]);
  expect((await fetchCategories()).map(({ _id }) => _id)).not.toContain(from);
  await expectRefusal("category_unknown", 422, ...call);
});

it("auctions from a merged category move again when its target is merged", async () => {
  const admin = await anAdmin();
  const [first, second, third] = [await aCategory(), await aCategory(), await aCategory()];
  const { id } = await insertAuction({ categoryId: first });
  const mergeCall = (from: string, into: string) => actionCall(`categories/${from}/mergeCategory`, admin, { into });
  await expectRefusal("category_unknown", 422, ...mergeCall(first, first));
  await expectRefusal("category_unknown", 422, ...mergeCall(first, newId()));
  await requestJson(doneResponse, ...mergeCall(first, second));
  await requestJson(doneResponse, ...mergeCall(second, third));
  await expectRefusal("forbidden", 403, ...mergeCall(first, third));
  await expectRefusal("category_unknown", 422, ...mergeCall(third, second));
  await expectRefusal("forbidden", 403, ...mergeCall("antiques", third));
  const { auctions } = await requestJson(auctionsResponse, `/auction/fetchAllAuctions?category=${first}`);
  expect(auctions).toMatchObject([{ _id: id, category: { _id: third } }]);
});

it("the sweep finishes an interrupted category merge", async () => {
  const [from, into] = [await aCategory(), await aCategory()];
  const { id } = await insertAuction({ categoryId: from });
  await env.DB.prepare("UPDATE categories SET merged_into = ? WHERE id = ?").bind(into, from).run();
  const readCategoryId = () =>
    env.DB.prepare("SELECT category_id FROM auctions WHERE id = ?").bind(id).first<string>("category_id");
  expect(await readCategoryId()).toBe(from);
  await sweep(env, Date.now());
  expect(await readCategoryId()).toBe(into);
});

it("an admin filters the admin actions by action, admin and target", async () => {
  const [admin, first, second] = [await anAdmin(), await someoneSignedIn(), await someoneSignedIn()];
  for (const { id } of [first, second]) await takeAction(`people/${id}/suspend`, admin);
  await takeAction(`people/${first.id}/restore`, admin);
  const read = (query: string) =>
    requestJson(adminActionsResponse, `/moderation/actions?by=${admin.id}${query}`, admin);
  expect((await read("")).actions.map((action) => action.action)).toEqual(["restore", "suspend", "suspend"]);
  expect((await read("&action=suspend")).actions.map(({ target }) => target._id)).toEqual([second.id, first.id]);
  expect((await read(`&target=${first.id}&action=suspend`)).actions).toHaveLength(1);
  const page = await read("&limit=2");
  expect(await read(`&limit=2&cursor=${page.nextCursor}`)).toMatchObject({
    actions: [{ action: "suspend" }],
    nextCursor: null,
  });
  await expectRefusal("invalid_input", 400, "/moderation/actions?cursor=x", admin);
  await expectRefusal("invalid_input", 400, "/moderation/actions?action=pardon", admin);
});

it("an admin sees each open auction's last bid, watchers and overdue time", async () => {
  const [admin, { id }] = [await anAdmin(), await aListing()];
  await bid(id, 100, (await someoneSignedIn()).cookie);
  const end = Date.now() - 90_000;
  const overdue = await insertAuction({ endsAt: end });
  try {
    // Starts at this auction's end, because other tests leave auctions that have been overdue for longer.
    const path = `/moderation/auctions?limit=100&cursor=${end - 1}-z`;
    const { auctions } = await requestJson(openAuctionsResponse, path, admin);
    const late = auctions.find(({ _id }) => _id === overdue.id);
    // It has a row and no room, so its state is unknown.
    expect(late).toMatchObject({ health: null });
    expect(late?.overdueMs).toBeGreaterThanOrEqual(90_000);
    expect(auctions.map(({ auctionEndTime }) => auctionEndTime)).toEqual(
      auctions.map(({ auctionEndTime }) => auctionEndTime).toSorted(),
    );
  } finally {
    await env.DB.prepare("UPDATE auctions SET phase = 'removed' WHERE id = ?").bind(overdue.id).run();
  }
  const before = await env.DB.prepare("SELECT ends_at FROM auctions WHERE id = ?").bind(id).first<number>("ends_at");
  const page = await requestJson(
    openAuctionsResponse,
    `/moderation/auctions?limit=20&cursor=${Number(before) - 1}-z`,
    admin,
  );
  const openAuction = page.auctions.find(({ _id }) => _id === id);
  expect(openAuction).toMatchObject({ overdueMs: 0, hidden: false, health: { watching: 0 } });
  expect(openAuction?.health?.lastBidAt).not.toBeNull();
  await expectRefusal("invalid_input", 400, "/moderation/auctions?cursor=x", admin);
});

it("an admin sees how many events a subscriber of an open auction is missing", async () => {
  const { id } = await aListing();
  const [before, after] = await runInDurableObject(env.AUCTION_ROOM.getByName(id), async (room) => {
    await room.placeBid({ actor: aPerson("Bob"), amountMinor: 10_000 });
    // D1 and the inboxes are called once this turn of the event loop is over.
    const pending = await room.health();
    await room.reconcile();
    return [pending, await room.health()];
  });
  expect(before).toMatchObject({ undelivered: { catalogue: 1, inboxes: 1 } });
  expect(before?.lastBidAt).toBeGreaterThan(0);
  expect(after).toMatchObject({ undelivered: { catalogue: 0, inboxes: 0 }, laggingMs: 0 });
});

it("the deployment's metrics count rows in D1 and say when the sweep ran", async () => {
  const [admin, person] = [await anAdmin(), await someoneSignedIn()];
  const now = Date.now();
  await sweep(env, now);
  const before = (await requestJson(deploymentResponse, "/moderation/deployment", admin)).deployment.counts.openReports;
  const report = { reporterId: person.id, reason: "other", text: "", createdAt: now };
  const db = openDatabase(env.DB);
  for (const kind of ["listing", "question", "rating", "note"] as const)
    await addReport(db, { ...report, kind, subjectId: newId() });
  await takeAction(`people/${person.id}/suspend`, admin);
  const { deployment } = await requestJson(deploymentResponse, "/moderation/deployment", admin);
  expect(deployment.sweep).toMatchObject({ begunAt: new Date(now).toISOString() });
  expect(deployment.counts.openReports).toBe(before + 4);
  expect(deployment.counts.people).toBeGreaterThan(1);
  expect(deployment.counts.admins).toBeGreaterThan(0);
  expect(deployment.counts.suspended).toBeGreaterThan(0);
  const userCount = await env.DB.prepare("SELECT count(*) AS n FROM users").first<number>("n");
  expect(deployment.counts.people).toBe(userCount);
});
