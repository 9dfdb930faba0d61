import { env } from "cloudflare:workers";
import { expect, it, onTestFinished, vi } from "vitest";

import { ownAuctionsResponse, savedAuctionResponse } from "../contract/auction.ts";
import { draftResponse, draftsResponse, MAX_DRAFTS, type SavedDraft } from "../contract/draft.ts";
import { doneResponse } from "../contract/fields.ts";
import { openDatabase } from "../db/database.ts";
import { auctionIdOfDraft, saveDraft } from "../listings/drafts.ts";
import { listingPorts } from "../listings/ports.ts";
import { findDraft, insertDraft, updateDraft } from "../listings/queries/drafts.ts";
import { sweep } from "../sweep/sweep.ts";
import { bindingWith, requestWith } from "../testing/bindings.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { anOpeningInD1 } from "../testing/catalogue.ts";
import { deleteAccount } from "../testing/deletions.ts";
import {
  requestJson,
  expectRefusal,
  expectRefusalIn,
  type MultipartParts,
  request,
  type SignedIn,
  someoneSignedIn,
} from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { exportOf } from "../testing/passwords.ts";
import { aListing, deleteCall, detailsOf, editCall, endAuction, listingFields } from "../testing/selling.ts";
import { sweepFor } from "../testing/sweeps.ts";

type SaveOptions = { id?: string; version?: number; fields?: object; parts?: MultipartParts };

const FIELDS = { title: "A clock", startingPrice: "12.", end: { day: "2027-01-01", time: "" } };
const MINUTE_MS = 60_000;

function saveCall(cookie: string, { version = 0, fields = FIELDS, parts = [] }: SaveOptions = {}) {
  const body = new FormData();
  body.set("version", String(version));
  body.set("fields", JSON.stringify(fields));
  for (const [name, value] of parts) body.append(name, value);
  return { method: "PUT", cookie, body };
}
async function save(cookie: string, change: SaveOptions = {}): Promise<SavedDraft> {
  return (await requestJson(draftResponse, `/user/drafts/${change.id ?? newId()}`, saveCall(cookie, change))).draft;
}
async function draftsOf(cookie: string): Promise<SavedDraft[]> {
  return (await requestJson(draftsResponse, "/user/drafts", { cookie })).drafts;
}
const imageFile = (shade: number) => aFile(aPng({ shade }));
const urlsOf = ({ pictures }: Pick<SavedDraft, "pictures">) => pictures.map(({ url }) => url);
async function isServed(url = ""): Promise<boolean> {
  const response = await request(url.replace("/api/v1", ""));
  await response.arrayBuffer();
  return response.status === 200;
}
function publishCall(cookie: string, draft: SavedDraft, change: Record<string, string> = {}) {
  const form = { ...listingFields(), draft: draft._id, draftVersion: String(draft.version), ...change };
  return { method: "POST", cookie, form: { pictures: urlsOf(draft).join(","), ...form } };
}
const CREATE_PATH = "/auction/createAuction";
async function ownAuctions(cookie: string) {
  return (await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie })).auctions;
}
const keysOf = (draft: SavedDraft) => urlsOf(draft).map((url) => url.replace("/api/v1/images/", ""));
/** A bucket in which `meanwhile` runs before a photo is stored (`list`) or copied (`get`). */
const bucketWith = (method: "get" | "list", meanwhile: () => Promise<unknown>) =>
  bindingWith(env.IMAGE_BUCKET, {
    async [method](...args: unknown[]): Promise<unknown> {
      await meanwhile();
      return Reflect.apply(env.IMAGE_BUCKET[method], env.IMAGE_BUCKET, args);
    },
  });
async function rowsOf(userId: string) {
  return (await env.DB.prepare("SELECT id FROM drafts WHERE user_id = ?").bind(userId).all()).results;
}

it("a saved draft is listed with its fields and images, and the images are served", async () => {
  const { cookie } = await someoneSignedIn();
  const saved = await save(cookie, {
    parts: [
      ["image", imageFile(10)],
      ["images", imageFile(20)],
    ],
  });
  expect(saved).toMatchObject({ version: 1, fields: FIELDS, pictures: [{ tint: "#0a0a0a" }, { tint: "#141414" }] });
  expect(await draftsOf(cookie)).toEqual([saved]);
  for (const url of urlsOf(saved)) expect(await isServed(url)).toBe(true);
});

it("saving a draft replaces the earlier version, and its images if others are sent", async () => {
  const { cookie } = await someoneSignedIn();
  const id = newId();
  const first = await save(cookie, {
    id,
    parts: [
      ["image", imageFile(30)],
      ["images", imageFile(40)],
    ],
  });
  const [cover = "", second = ""] = urlsOf(first);
  const parts: MultipartParts = [
    ["pictures", `${second},images`],
    ["images", imageFile(50)],
  ];
  const next = await save(cookie, { id, version: 1, fields: { description: "Ticks" }, parts });
  expect(next).toMatchObject({ version: 2, fields: { description: "Ticks" } });
  expect(urlsOf(next)[0]).toBe(second);
  expect(urlsOf(next)).not.toContain(cover);
  expect(await draftsOf(cookie)).toEqual([next]);
  expect(urlsOf(await save(cookie, { id, version: 2, fields: {} }))).toEqual(urlsOf(next));
});

it("saving an outdated version of a draft is refused", async () => {
  const { cookie } = await someoneSignedIn();
  const id = newId();
  await save(cookie, { id });
  const newer = await save(cookie, { id, version: 1, fields: { title: "On the telephone" } });
  const older = saveCall(cookie, {
    version: 1,
    fields: { title: "In the other tab" },
    parts: [["image", imageFile(70)]],
  });
  await expectRefusal("draft_conflict", 409, `/user/drafts/${id}`, older);
  await expectRefusal("draft_conflict", 409, `/user/drafts/${id}`, saveCall(cookie, { fields: { title: "New" } }));
  expect(await draftsOf(cookie)).toEqual([newer]);
});

it("one of two concurrent saves of a draft is refused", async () => {
  const { cookie } = await someoneSignedIn();
  const id = newId();
  for (const version of [0, 1]) {
    const responses = await Promise.all(
      [`one ${version}`, `two ${version}`].map((title) =>
        request(`/user/drafts/${id}`, saveCall(cookie, { version, fields: { title } })),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await draftsOf(cookie)).toMatchObject([{ version: version + 1 }]);
  }
});

it("a draft save can be retried if its response was lost, and is stored once", async () => {
  const { cookie } = await someoneSignedIn();
  const id = newId();
  const parts: MultipartParts = [
    ["pictures", "image"],
    ["image", imageFile(80)],
  ];
  const first = await save(cookie, { id, parts });
  expect(await save(cookie, { id, parts })).toEqual(first);
});

it("two concurrent identical draft saves store one draft, and both return it", async () => {
  const { cookie } = await someoneSignedIn();
  const id = newId();
  for (const [version, shade] of [81, 82].entries()) {
    const [source = ""] = urlsOf(await save(cookie, { parts: [["image", imageFile(shade)]] }));
    const change: SaveOptions = { id, version, parts: [["pictures", source]] };
    const firstSaves: SavedDraft[] = [];
    const IMAGE_BUCKET = bucketWith("get", async () => firstSaves.push(await save(cookie, change)));
    const response = await requestWith({ ...env, IMAGE_BUCKET }, `/user/drafts/${id}`, saveCall(cookie, change));
    expect([draftResponse.parse(await response.json()).draft]).toEqual(firstSaves);
    expect(firstSaves).toMatchObject([{ version: version + 1 }]);
  }
});

it("saving a draft is refused if it is published in the meantime", async () => {
  const { cookie } = await someoneSignedIn();
  const [source = ""] = urlsOf(await save(cookie, { parts: [["image", imageFile(83)]] }));
  const parts = { get: [["pictures", source]], list: [["image", imageFile(84)]] } satisfies Record<
    string,
    MultipartParts
  >;
  for (const method of ["get", "list"] as const) {
    const draft = await save(cookie);
    const publish = () => requestJson(savedAuctionResponse, CREATE_PATH, publishCall(cookie, draft));
    const bindings = { ...env, IMAGE_BUCKET: bucketWith(method, publish) };
    const call = saveCall(cookie, { version: 1, parts: parts[method] });
    const response = await requestWith(bindings, `/user/drafts/${draft._id}`, call);
    await expectRefusalIn(response, "draft_published", 409);
  }
});

it("a draft that another page deleted isn't saved again", async () => {
  const { cookie } = await someoneSignedIn();
  const { _id } = await save(cookie);
  await requestJson(doneResponse, `/user/drafts/${_id}`, { method: "DELETE", cookie });
  await expectRefusal("draft_not_found", 404, `/user/drafts/${_id}`, saveCall(cookie, { version: 1 }));
  expect(await draftsOf(cookie)).toEqual([]);
});

it("a person can't exceed the draft limit, and the refusal states it", async () => {
  const { cookie } = await someoneSignedIn();
  for (let count = 0; count < MAX_DRAFTS; count += 1) await save(cookie, { fields: {} });
  const { message } = await expectRefusal("too_many_drafts", 409, `/user/drafts/${newId()}`, saveCall(cookie));
  expect(message).toBe(`You have ${MAX_DRAFTS} drafts. List or delete one first.`);
  const [newestDraft] = await draftsOf(cookie);
  expect(await save(cookie, { id: newestDraft?._id ?? "", version: 1 })).toMatchObject({ version: 2 });
});

it("a draft rejects invalid JSON, overlong text and fields that aren't text", async () => {
  const { cookie } = await someoneSignedIn();
  for (const [fields, message] of [
    ["{", "This field must be JSON"],
    ["[]", /./],
    [JSON.stringify({ title: "x".repeat(501) }), "Use at most 500 characters"],
    ['{"startingPrice":5}', /./],
  ] as const) {
    const call = { method: "PUT", cookie, form: { version: "0", fields } };
    const refusal = await expectRefusal("invalid_input", 400, `/user/drafts/${newId()}`, call);
    expect(refusal.message).toMatch(message);
  }
  expect(await draftsOf(cookie)).toEqual([]);
});

it("a draft ignores fields that the form doesn't have", async () => {
  const { cookie } = await someoneSignedIn();
  const saved = await save(cookie, { fields: { title: "A clock", sellerId: "someone", __proto__: { version: 9 } } });
  expect(saved.fields).toEqual({ title: "A clock" });
});

it("a draft rejects a file that isn't an image, like a listing does", async () => {
  const { cookie } = await someoneSignedIn();
  const parts: MultipartParts = [["image", aFile(new TextEncoder().encode("<svg/>"))]];
  await expectRefusal("unsupported_media_type", 415, `/user/drafts/${newId()}`, saveCall(cookie, { parts }));
  expect(await draftsOf(cookie)).toEqual([]);
});

it("T12: no one can read, change, delete or list another person's draft", async () => {
  const [owner, other] = [await someoneSignedIn(), await someoneSignedIn()];
  const draft = await save(owner.cookie, { parts: [["image", imageFile(90)]] });
  expect(await draftsOf(other.cookie)).toEqual([]);
  await save(other.cookie, { id: draft._id, fields: { title: "Mine" } });
  await requestJson(doneResponse, `/user/drafts/${draft._id}`, { method: "DELETE", cookie: other.cookie });
  expect(await draftsOf(owner.cookie)).toEqual([draft]);
  const { auction } = await requestJson(savedAuctionResponse, CREATE_PATH, {
    ...publishCall(other.cookie, { ...draft, version: 0, pictures: [] }),
  });
  expect(auction.pictures).toEqual([]);
  expect(await draftsOf(owner.cookie)).toEqual([draft]);
});

it("a draft keeps its copies of a listing's images after the listing is deleted", async () => {
  const { auction, seller } = await aListing({}, { image: imageFile(100) });
  const [source = ""] = urlsOf(auction);
  const draft = await save(seller.cookie, { parts: [["pictures", source]] });
  expect(urlsOf(draft)[0]).not.toBe(source);
  expect(draft.pictures[0]).toMatchObject({ width: 2, height: 2, tint: auction.pictures[0]?.tint });
  const path = `/auction/deleteAuction/${auction._id}`;
  await requestJson(doneResponse, path, { method: "DELETE", cookie: seller.cookie });
  expect(await isServed(source)).toBe(false);
  expect(await isServed(urlsOf(draft)[0])).toBe(true);
  // The form may still have the first URL, for example after a lost response.
  const copiedAgain = await save(seller.cookie, { id: draft._id, version: 1, parts: [["pictures", source]] });
  expect(copiedAgain).toEqual(draft);
});

it("a draft or a new listing can use images from another draft", async () => {
  const { cookie } = await someoneSignedIn();
  const [source = ""] = urlsOf(await save(cookie, { parts: [["image", imageFile(110)]] }));
  expect(await save(cookie, { parts: [["pictures", source]] })).toMatchObject({ pictures: [{ width: 2 }] });
  const form = { ...listingFields(), pictures: source };
  const { auction } = await requestJson(savedAuctionResponse, CREATE_PATH, { method: "POST", cookie, form });
  expect(await isServed(urlsOf(auction)[0])).toBe(true);
  expect(urlsOf(auction)[0]).toContain(auction._id);
});

it("a draft can't use images from other people, hidden listings or profiles", async () => {
  const [{ auction, seller }, other] = [await aListing({}, { image: imageFile(120) }), await someoneSignedIn()];
  const refuse = async (source: string, { cookie }: SignedIn) => {
    const call = saveCall(cookie, { parts: [["pictures", source]] });
    const { fields } = await expectRefusal("invalid_input", 400, `/user/drafts/${newId()}`, call);
    expect(fields?.["images"]?.[0]).toMatch(/these photos/);
  };
  const [listingImageUrl = ""] = urlsOf(auction);
  const [draftImageUrl = ""] = urlsOf(await save(seller.cookie, { parts: [["image", imageFile(115)]] }));
  for (const source of [listingImageUrl, draftImageUrl]) await refuse(source, other);
  // A URL without an image, and the URL of a profile photo.
  for (const source of [
    listingImageUrl.replace(/[0-9a-f]{64}/, "a".repeat(64)),
    listingImageUrl.replace("/auctions/", "/avatars/"),
  ]) {
    await refuse(source, seller);
  }
  await env.AUCTION_ROOM.getByName(auction._id).setHidden("A copy");
  await refuse(listingImageUrl, seller);
});

it("publishing a draft creates a listing with its images and removes the draft", async () => {
  const { cookie } = await someoneSignedIn();
  const draft = await save(cookie, {
    parts: [
      ["image", imageFile(130)],
      ["images", imageFile(140)],
    ],
  });
  const { auction } = await requestJson(savedAuctionResponse, CREATE_PATH, publishCall(cookie, draft));
  expect(urlsOf(auction)).toEqual(urlsOf(draft));
  expect((await detailsOf(auction._id)).pictures).toEqual(auction.pictures);
  expect(await draftsOf(cookie)).toEqual([]);
  await expectRefusal("draft_published", 409, `/user/drafts/${draft._id}`, saveCall(cookie, { version: 1 }));
});

it("publishing a draft twice creates one listing, even concurrently", async () => {
  const { cookie } = await someoneSignedIn();
  const draft = await save(cookie, { parts: [["image", imageFile(150)]] });
  const call = publishCall(cookie, draft);
  const firstTwo = await Promise.all([
    requestJson(savedAuctionResponse, CREATE_PATH, call),
    requestJson(savedAuctionResponse, CREATE_PATH, call),
  ]);
  const third = await requestJson(savedAuctionResponse, CREATE_PATH, call);
  expect(new Set([...firstTwo, third].map(({ auction }) => auction._id)).size).toBe(1);
  expect(await ownAuctions(cookie)).toMatchObject([{ pictures: draft.pictures }]);
});

it("publishing a draft again returns its listing, even after a photo is removed", async () => {
  const seller = await someoneSignedIn();
  const { cookie } = seller;
  const parts: MultipartParts = [
    ["image", imageFile(152)],
    ["images", imageFile(153)],
  ];
  const draft = await save(cookie, { parts });
  const call = publishCall(cookie, draft);
  const { auction } = await requestJson(savedAuctionResponse, CREATE_PATH, call);
  await requestJson(savedAuctionResponse, ...editCall(auction._id, seller, { pictures: urlsOf(draft)[1] ?? "" }));
  expect((await requestJson(savedAuctionResponse, CREATE_PATH, call)).auction).toEqual(auction);
  await requestJson(doneResponse, ...deleteCall(auction._id, seller));
  await expectRefusal("auction_not_found", 404, CREATE_PATH, call);
});

it("a draft can be published, whatever idempotency keys its seller has used", async () => {
  const { cookie } = await someoneSignedIn();
  const draft = await save(cookie);
  for (const key of [draft._id, `draft-${draft._id}`, `draft ${draft._id}`]) {
    const call = { method: "POST", cookie, headers: { "idempotency-key": key }, form: listingFields() };
    await requestJson(savedAuctionResponse, CREATE_PATH, call);
  }
  expect(await draftsOf(cookie)).toEqual([draft]);
  await requestJson(savedAuctionResponse, CREATE_PATH, publishCall(cookie, draft));
});

it("publishing a draft with other content is refused once the draft is listed", async () => {
  const { cookie } = await someoneSignedIn();
  const draft = await save(cookie);
  const newer = await save(cookie, { id: draft._id, version: 1, fields: {} });
  await expectRefusal("draft_conflict", 409, CREATE_PATH, publishCall(cookie, draft));
  expect(await ownAuctions(cookie)).toEqual([]);
  await requestJson(savedAuctionResponse, CREATE_PATH, publishCall(cookie, newer));
  await expectRefusal("draft_published", 409, CREATE_PATH, publishCall(cookie, newer, { title: "Another clock" }));
  expect(await ownAuctions(cookie)).toHaveLength(1);
});

it("publishing a draft is refused once another page has deleted it", async () => {
  const { cookie } = await someoneSignedIn();
  for (const parts of [[], [["image", imageFile(155)]]] satisfies MultipartParts[]) {
    const draft = await save(cookie, { parts });
    await requestJson(doneResponse, `/user/drafts/${draft._id}`, { method: "DELETE", cookie });
    await expectRefusal("draft_not_found", 404, CREATE_PATH, publishCall(cookie, draft));
  }
  expect(await ownAuctions(cookie)).toEqual([]);
});

it("publishing an unsaved form creates one listing, even if it is sent twice", async () => {
  const { cookie } = await someoneSignedIn();
  const call = publishCall(cookie, { ...(await save(cookie)), _id: newId(), version: 0 });
  const [first, second] = [
    await requestJson(savedAuctionResponse, CREATE_PATH, call),
    await requestJson(savedAuctionResponse, CREATE_PATH, call),
  ];
  expect(second.auction).toEqual(first.auction);
});

it("a refused publication keeps the draft and its images", async () => {
  const { cookie } = await someoneSignedIn();
  const draft = await save(cookie, { parts: [["image", imageFile(160)]] });
  await expectRefusal("starting_price_too_low", 422, CREATE_PATH, publishCall(cookie, draft, { startingPrice: "1" }));
  expect(await draftsOf(cookie)).toEqual([draft]);
  expect(await isServed(urlsOf(draft)[0])).toBe(true);
});

it("a crash after the room has opened leaves one listing and no draft", async () => {
  const { id: userId, cookie } = await someoneSignedIn();
  const draft = await save(cookie, { parts: [["image", imageFile(170)]] });
  const call = publishCall(cookie, draft);
  const { auction } = await requestJson(savedAuctionResponse, CREATE_PATH, call);
  expect(auction._id).toBe(auctionIdOfDraft(userId, draft._id));
  // After the crash, the room has delivered its first fact, and D1 still has the draft's row.
  const insertSql = "INSERT INTO drafts VALUES (?, ?, ?, '{}', ?, 1, 0, ?)";
  await env.DB.prepare(insertSql)
    .bind(auction._id, draft._id, userId, JSON.stringify(keysOf(draft)), Date.now())
    .run();
  expect(await draftsOf(cookie)).toEqual([]);
  await expectRefusal("draft_published", 409, `/user/drafts/${draft._id}`, saveCall(cookie, { version: 1 }));
  await sweepFor(auction._id);
  expect(await rowsOf(userId)).toEqual([]);
  expect(await isServed(urlsOf(draft)[0])).toBe(true);
  expect((await requestJson(savedAuctionResponse, CREATE_PATH, call)).auction).toEqual(auction);
});

it("a crash before the room has opened leaves the draft, ready to be listed", async () => {
  const { id: userId, cookie } = await someoneSignedIn();
  const draft = await save(cookie, { parts: [["image", imageFile(180)]] });
  const auctionId = auctionIdOfDraft(userId, draft._id);
  // The opening as the call recorded it long ago, before it called the room.
  await anOpeningInD1({ auctionId, sellerId: userId, imageKeys: keysOf(draft), createdAt: 0 });
  expect(await draftsOf(cookie)).toEqual([draft]);
  await sweep(env, Date.now());
  const row = await env.DB.prepare("SELECT auction_id FROM openings WHERE auction_id = ?").bind(auctionId).first();
  expect([row, await draftsOf(cookie), await isServed(urlsOf(draft)[0])]).toEqual([null, [draft], true]);
  const { auction } = await requestJson(savedAuctionResponse, CREATE_PATH, publishCall(cookie, draft));
  expect(auction).toMatchObject({ _id: auctionId, pictures: draft.pictures });
});

it("a draft deleted while it is being published isn't listed", async () => {
  const { cookie } = await someoneSignedIn();
  const draft = await save(cookie, { parts: [["image", imageFile(190)]] });
  await env.DB.exec(
    "CREATE TRIGGER deleted_meanwhile BEFORE INSERT ON openings BEGIN DELETE FROM drafts WHERE user_id = NEW.seller_id; END",
  );
  onTestFinished(async () => void (await env.DB.exec("DROP TRIGGER deleted_meanwhile")));
  const call = publishCall(cookie, draft, { title: "Deleted meanwhile" });
  await expectRefusal("draft_not_found", 404, CREATE_PATH, call);
  expect(await ownAuctions(cookie)).toEqual([]);
});

it("deleting a draft removes its images, and deleting it again succeeds", async () => {
  const { cookie } = await someoneSignedIn();
  const draft = await save(cookie, { parts: [["image", imageFile(200)]] });
  for (let times = 0; times < 2; times += 1) {
    await requestJson(doneResponse, `/user/drafts/${draft._id}`, { method: "DELETE", cookie });
  }
  expect(await draftsOf(cookie)).toEqual([]);
  expect(await isServed(urlsOf(draft)[0])).toBe(false);
});

it("the sweep removes only drafts that no one has changed for 90 days", async () => {
  const { id: userId, cookie } = await someoneSignedIn();
  const draft = await save(cookie, { parts: [["image", imageFile(210)]] });
  const auctionId = auctionIdOfDraft(userId, draft._id);
  const changedAt = Date.parse(draft.updatedAt);
  await sweepFor(auctionId, changedAt + 90 * DAY_MS - 256 * MINUTE_MS);
  // The images belong to a draft, so the sweep keeps them, no matter how old they are.
  expect([(await rowsOf(userId)).length, await isServed(urlsOf(draft)[0])]).toEqual([1, true]);
  await sweepFor(auctionId, changedAt + 90 * DAY_MS + 1);
  expect(await rowsOf(userId)).toEqual([]);
  await sweepFor(auctionId, changedAt + 90 * DAY_MS + 257 * MINUTE_MS);
  expect(await isServed(urlsOf(draft)[0])).toBe(false);
});

it("a deleted account's drafts are gone, and a late save doesn't restore them", async () => {
  const { id, cookie } = await someoneSignedIn();
  const draft = await save(cookie, { parts: [["image", imageFile(220)]] });
  const published = await save(cookie, { parts: [["image", imageFile(230)]] });
  const { auction } = await requestJson(savedAuctionResponse, CREATE_PATH, publishCall(cookie, published));
  await endAuction(auction._id);
  await deleteAccount({ id });
  await vi.waitFor(async () => {
    expect(await rowsOf(id)).toEqual([]);
    expect(await isServed(urlsOf(draft)[0])).toBe(false);
  });
  await expectRefusal("not_signed_in", 401, `/user/drafts/${draft._id}`, saveCall(cookie));
});

it("saving a draft while the account is being deleted stores nothing", async () => {
  const { id, cookie } = await someoneSignedIn();
  const first = await save(cookie);
  await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(id).run();
  const db = openDatabase(env.DB);
  const row = await findDraft(db, auctionIdOfDraft(id, first._id));
  if (!row) throw new Error("the draft is still there");
  expect(await updateDraft(db, { ...row, version: 2 })).toBe(false);
  expect(await insertDraft(db, { ...row, auctionId: newId() })).toBe("gone");
  const draftId = newId();
  const input = { fields: row.fields, version: 0 };
  const late = { userId: id, draftId, input, images: { image: imageFile(160) } };
  expect(await saveDraft(listingPorts(env, db), late, Date.now())).toMatchObject({
    failure: { code: "not_signed_in" },
  });
  const prefix = `auctions/${auctionIdOfDraft(id, draftId)}/`;
  expect((await env.IMAGE_BUCKET.list({ prefix })).objects).toEqual([]);
});

it("your data export includes your drafts", async () => {
  const person = await someoneSignedIn();
  const draft = await save(person.cookie, { parts: [["image", imageFile(240)]] });
  expect((await exportOf(person)).drafts).toEqual([draft]);
});
