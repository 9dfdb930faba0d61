/**
 * T4, T6, T14 and T23, and account deletion: unique strings are planted in an email address, a password, a session, a
 * file's metadata, an IP address, headers, a query and a name. Their owner then uses the marketplace, makes mistakes,
 * and deletes the account. We search every response, frame, log line, row and image for the strings, and likewise for
 * maximums and for what people write in a deal.
 */
import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

import { loginResponse } from "../../../worker/contract/account.ts";
import { savedAuctionResponse } from "../../../worker/contract/auction.ts";
import { placeBidResponse } from "../../../worker/contract/bid.ts";
import { anAddress, DAY_MS, newId } from "../../../worker/testing/builders.ts";
import { aSale } from "../../../worker/testing/deals.ts";
import { finishDeletion } from "../../../worker/testing/deletions.ts";
import { readApiDocument } from "../../../worker/testing/documented.ts";
import { anAdmin, cookieOf, ORIGIN, type SignedIn, someoneSignedIn, tokenIn } from "../../../worker/testing/http.ts";
import { aFile, aJpeg, asciiBytes, jpegSegment } from "../../../worker/testing/images.ts";
import { aListing, bid, endAuction, listingFields } from "../../../worker/testing/selling.ts";
import { readStoredTexts, type StoredText } from "./stores.ts";

type ReceivedText = { readonly location: string; readonly text: string };

const tag = newId().slice(0, 10);
const CANARY = {
  email: `canary.${tag}@mail.example`,
  password: `Canary-Secret-${tag}-9`,
  file: `canary-file-${tag}`,
  query: `canary-query-${tag}`,
  header: `canary-header-${tag}`,
  address: "2001:db8:ca:1234:a1b2:c3d4:e5f6:77",
  name: `Canarison${tag}`,
  earlierName: `Canaridis${tag}`,
} as const;

/** The strings that no one but the sender may ever see again. */
const NOT_STORED = [CANARY.file, CANARY.query, CANARY.header, CANARY.address];

const LONG_HEADER = CANARY.header.repeat(400);
/** The headers in which a browser describes itself, and one that nothing reads, each kilobytes long. */
const HEADERS = {
  origin: ORIGIN,
  "cf-connecting-ip": CANARY.address,
  "user-agent": `Mozilla/5.0 Firefox/150 ${LONG_HEADER}`,
  "accept-language": LONG_HEADER,
  referer: `https://example.com/${LONG_HEADER}`,
  "x-other": LONG_HEADER,
};

const secretSchema = z.object({ salt: z.string() });

const lines: string[] = [];
const LEVELS = ["log", "info", "warn", "error", "debug"] as const;
beforeEach(() => {
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      lines.push(
        words.map((word) => (word instanceof Error ? `${word.message} ${word.stack ?? ""}` : String(word))).join(" "),
      );
    });
  }
});
afterEach(() => vi.restoreAllMocks());

/** Where a string is found. */
function locationsOf(text: string, stored: readonly (StoredText | ReceivedText)[]): string[] {
  return stored.filter((candidate) => candidate.text.includes(text)).map(({ location }) => location);
}

type SentBody = { readonly json?: unknown; readonly form?: FormData };

/** Records everything that these people receive, each under their own name. */
class ReceivedLog {
  readonly received: ReceivedText[] = [];
  /** The cookies of everyone who is signed in. */
  readonly cookies: Record<string, string>;

  constructor(people: Readonly<Record<string, SignedIn>> = {}) {
    this.cookies = Object.fromEntries(Object.entries(people).map(([who, { cookie }]) => [who, cookie]));
  }

  async request(who: string, method: string, path: string, { json, form }: SentBody = {}): Promise<Response> {
    const headers = new Headers(HEADERS);
    const cookie = this.cookies[who];
    if (cookie !== undefined) headers.set("cookie", cookie);
    if (json !== undefined) headers.set("content-type", "application/json");
    const body = form ?? (json === undefined ? null : JSON.stringify(json));
    const response = await exports.default.fetch(new Request(`${ORIGIN}/api/v1${path}`, { method, headers, body }));
    const text = await response.clone().text();
    const location = `${who} ${method} ${path.split("?", 1)[0]}`;
    this.received.push({ location, text: `${JSON.stringify(Array.from(response.headers))} ${text}` });
    return response;
  }

  async listen(who: string, path: string): Promise<WebSocket> {
    const headers = { ...HEADERS, upgrade: "websocket", cookie: this.cookies[who] ?? "" };
    const { webSocket } = await exports.default.fetch(`${ORIGIN}/api/v1${path}`, { headers });
    if (!webSocket) throw new Error(`no socket at ${path}`);
    webSocket.addEventListener("message", ({ data }) => {
      this.received.push({ location: `${who} socket`, text: String(data) });
    });
    webSocket.accept();
    return webSocket;
  }

  /** Everyone, and a visitor, follows the auction. */
  async listenTo(auctionId: string): Promise<void> {
    for (const who of Object.keys(this.cookies)) {
      await this.listen(who, `/auction/${auctionId}/live`);
      await this.listen(who, "/user/live");
    }
    await this.listen("visitor", `/auction/${auctionId}/live`);
  }

  /** Everyone, and a visitor, reads every URL that the API has for this auction, its deal and its seller. */
  async readAll(about: { readonly auctionId: string; readonly sellerId: string; readonly dealId?: string }) {
    const paths = await readsOf(about);
    for (const who of [...Object.keys(this.cookies), "visitor"]) {
      for (const path of paths) await this.request(who, "GET", path);
    }
  }
}

function photo(): File {
  return aFile(aJpeg({ before: [jpegSegment(0xfe, asciiBytes(CANARY.file))] }), `${CANARY.file}.jpg`, "image/jpeg");
}

function formOf(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

it("T4, T6, T23: private data stays where it belongs until its account is deleted", { timeout: 300_000 }, async () => {
  const receivedLog = new ReceivedLog();
  const { email, password } = CANARY;
  const names = { firstName: "Jane", lastName: CANARY.earlierName };
  const signup = { ...names, email, password, confirmPassword: password, role: "User", image: photo() };
  expect((await receivedLog.request("owner", "POST", "/auth/signup", { form: formOf(signup) })).status).toBe(201);
  const signInResponse = await receivedLog.request("owner", "POST", "/auth/login", { json: { email, password } });
  const { user } = loginResponse.parse(await signInResponse.json());
  const token = tokenIn(signInResponse) ?? "";
  expect(token.split(".")).toHaveLength(3);
  receivedLog.cookies["owner"] = cookieOf(token);

  // Verifies the email address, because no one sees an unverified one.
  await env.DB.prepare("UPDATE users SET email_verified_at = 1 WHERE id = ?").bind(user._id).run();
  // Mistakes that each contain private data.
  await receivedLog.request("owner", "POST", "/auth/login", { json: { email, password: `${password}x` } });
  await receivedLog.request("owner", "POST", "/auth/login", { json: { email: password, password: email } });
  await receivedLog.request("owner", "POST", "/auth/signup", { form: formOf(signup) });
  await receivedLog.request("owner", "GET", `/user/${CANARY.query}?token=${token}&q=${CANARY.query}`);
  await receivedLog.request("owner", "GET", `/auction/fetchAllAuctions?search=${CANARY.query}&cursor=${CANARY.query}`);
  receivedLog.cookies["owner twice"] = `${cookieOf(token)}; ${cookieOf(token)}`;
  await receivedLog.request("owner twice", "POST", "/auction/createCategory", { json: { password } });
  delete receivedLog.cookies["owner twice"];
  await receivedLog.request("owner", "DELETE", "/user/delete-account", { json: { password: `${password}x` } });

  const renamed = formOf({ firstName: "Jane", lastName: CANARY.name });
  expect((await receivedLog.request("owner", "PATCH", "/user/profile", { form: renamed })).status).toBe(200);
  const refused = formOf({ firstName: CANARY.query, lastName: "\u202Ex" });
  expect((await receivedLog.request("owner", "PATCH", "/user/profile", { form: refused })).status).toBe(400);

  // Selling and bidding, while others watch.
  const listing = formOf({ ...listingFields(), image: photo() });
  const created = await receivedLog.request("owner", "POST", "/auction/createAuction", { form: listing });
  const { auction: own } = savedAuctionResponse.parse(await created.json());
  const { id, seller } = await aListing({ auctionDate: new Date(Date.now() + 20 * DAY_MS).toISOString() });
  const other = await someoneSignedIn("Oda");
  receivedLog.cookies["seller"] = seller.cookie;
  receivedLog.cookies["other"] = other.cookie;
  await receivedLog.listenTo(id);
  const socket = await receivedLog.listen("owner", `/auction/${id}/live`);
  socket.send(JSON.stringify({ type: "newBid", requestId: newId(), productId: id, bidAmount: 100, password, email }));
  await vi.waitFor(() => expect(locationsOf('"success":true', receivedLog.received)).toContain("owner socket"), 30_000);
  const json = { productId: id, bidAmount: 110 };
  const placed = placeBidResponse.parse(
    await (await receivedLog.request("owner", "POST", "/bid/placeBid", { json })).json(),
  );
  await receivedLog.request("owner", "PUT", `/bid/editBid/${placed.newBid._id}`, { json: { bidAmount: 120 } });
  await receivedLog.request("owner", "POST", `/user/watchlist/${id}`);
  await bid(id, 200, other.cookie);
  await receivedLog.request("owner", "POST", "/bid/placeBid", { json: { productId: id, bidAmount: 120 } });
  await receivedLog.readAll({ auctionId: id, sellerId: seller.id });
  await receivedLog.readAll({ auctionId: own._id, sellerId: user._id });
  await receivedLog.request("owner", "POST", "/user/export", { json: { password } });
  await receivedLog.request("other", "POST", "/user/export", { json: {} });

  const stores = {
    auctionIds: [id, own._id],
    personIds: [user._id, other.id, seller.id],
    limiterNames: [`network ${CANARY.address.split(":").slice(0, 4).join(":")}`, `person ${user._id}`],
  };
  await exports.default.fetch(`${ORIGIN}/api/v1/healthz`);
  const before = await readStoredTexts(stores);
  // Checks that the strings were planted. The email address is stored, and an email has been sent to it. No one
  // opens the link in that email.
  const inbox = `inbox ${user._id} values`;
  expect(new Set(locationsOf(email, before))).toEqual(new Set(["D1 users", "D1 email_changes", inbox]));
  expect(new Set(locationsOf(email, receivedLog.received))).toEqual(
    new Set([
      "owner POST /auth/login",
      "owner GET /user/profile",
      "owner PATCH /user/profile",
      "owner POST /user/export",
    ]),
  );
  expect(locationsOf(CANARY.name, before)).toContain(`room ${id} participants`);
  // A call that reaches the inbox in the same second gets the same token again.
  expect(locationsOf(token, receivedLog.received)).toContain("owner POST /auth/login");
  expect(locationsOf(token, receivedLog.received).filter((place) => !place.startsWith("owner "))).toEqual([]);
  for (const secret of [password, token, ...NOT_STORED, CANARY.earlierName]) {
    expect([secret, locationsOf(secret, before)]).toEqual([secret, []]);
  }
  for (const secret of [password, ...NOT_STORED]) {
    expect([secret, locationsOf(secret, receivedLog.received)]).toEqual([secret, []]);
  }
  expect(lines.length).toBeGreaterThan(5);
  const log = lines.map((text) => ({ location: "log", text }));
  for (const secret of [email, password, token, ...NOT_STORED, CANARY.name, CANARY.earlierName]) {
    expect([secret, locationsOf(secret, log)]).toEqual([secret, []]);
  }

  const deletion = await receivedLog.request("owner", "DELETE", "/user/delete-account", { json: { password } });
  expect(deletion.status).toBe(200);
  await finishDeletion(user._id);
  await vi.waitFor(
    async () => {
      const after = await readStoredTexts(stores);
      for (const secret of [
        email,
        password,
        token,
        CANARY.name,
        CANARY.earlierName,
        CANARY.file,
        user.image?.url ?? "no photo",
      ]) {
        expect([secret, locationsOf(secret, after)]).toEqual([secret, []]);
      }
      expect(after.filter(({ location }) => location.startsWith(`picture avatars/${user._id}`))).toEqual([]);
    },
    { timeout: 60_000, interval: 250 },
  );
});

it("only the bidder and the room get a maximum bid, and only the room has its salt", { timeout: 120_000 }, async () => {
  const { id, seller } = await aListing();
  const [owner, other, admin] = [await someoneSignedIn("Ann"), await someoneSignedIn("Bob"), await anAdmin()];
  const receivedLog = new ReceivedLog({ owner, other, seller, admin });
  await receivedLog.listenTo(id);
  const placeBid = (who: "owner" | "other", offer: object) =>
    receivedLog.request(who, "POST", "/bid/placeBid", { json: { productId: id, ...offer } });

  // The first maximum is replaced, the second is withdrawn, and the third wins.
  const placed = placeBidResponse.parse(await (await placeBid("owner", { maxBid: 71_234.56 })).json());
  expect((await placeBid("other", { bidAmount: 150 })).status).toBe(201);
  const path = `/bid/editBid/${placed.newBid._id}`;
  expect((await receivedLog.request("owner", "PUT", path, { json: { maxBid: 72_345.67 } })).status).toBe(200);
  const deleted = `/bid/deleteBid/${placed.newBid._id}`;
  expect((await receivedLog.request("owner", "DELETE", deleted)).status).toBe(200);
  expect((await placeBid("owner", { bidAmount: 160, maxBid: 73_456.78 })).status).toBe(201);
  expect((await placeBid("other", { maxBid: 200 })).status).toBe(201);
  // Refused with the amount, which only the bidder receives.
  expect((await placeBid("owner", { maxBid: 73_456.78 })).status).toBe(422);
  expect((await placeBid("other", { bidAmount: 160 })).status).toBe(422);
  await receivedLog.readAll({ auctionId: id, sellerId: seller.id });
  await endAuction(id);
  await receivedLog.readAll({ auctionId: id, sellerId: seller.id });
  // Without a password, a session that has just begun is enough.
  await env.DB.prepare("UPDATE users SET password_hash = NULL").run();
  for (const who of ["other", "owner"] as const) {
    expect((await receivedLog.request(who, "POST", "/user/export", { json: {} })).status).toBe(200);
  }

  const stores = { auctionIds: [id], personIds: [owner.id, other.id, seller.id, admin.id], limiterNames: [] };
  const stored = await readStoredTexts(stores);
  const salts = await saltsIn(id);
  expect(salts).toHaveLength(3);
  const log = lines.map((text) => ({ location: "log", text }));
  const seen = [...receivedLog.received, ...log, ...stored.filter(({ location: at }) => !at.startsWith(`room ${id} `))];
  for (const salt of salts) expect([salt, locationsOf(salt, seen)]).toEqual([salt, []]);
  const maximums = [/71,?234\.?56/, /72,?345\.?67/, /73,?456\.?78/];
  for (const maximum of maximums) {
    const locations = seen.filter(({ text }) => maximum.test(text)).map(({ location }) => location);
    expect([maximum, locations.filter((at) => !at.startsWith("owner "))]).toEqual([maximum, []]);
  }
  // The room has the maximums and the winner sees their own, so they really were planted.
  const own = receivedLog.received.filter(({ text }) => maximums[2]?.test(text)).map(({ location }) => location);
  expect(new Set(own)).toEqual(new Set(["owner POST /bid/placeBid", `owner GET /auction/${id}/maximum`]));
});

it(
  "a deal's text reaches only its sides and admins, and account deletion removes it",
  { timeout: 120_000 },
  async () => {
    const { id, dealId, seller, buyer } = await aSale();
    const [other, admin] = [await someoneSignedIn("Bob"), await anAdmin()];
    const people = { buyer, seller, other, admin };
    const receivedLog = new ReceivedLog(people);
    await receivedLog.listenTo(id);
    const delivered = `Canary Street ${tag}`;
    const saved = `Canary Yard ${tag}`;
    const [note, instructions] = [`The canary of ${tag} barks`, `Canary Bank ${tag}`];
    const [parcel, remark] = [`Parcel-${tag}`, `The canary of ${tag} remarks`];
    const send = async (who: keyof typeof people, method: string, path: string, json: object) => {
      const response = await receivedLog.request(who, method, path, { json });
      expect([path, response.status]).toEqual([path, 200]);
    };
    await send("seller", "PUT", "/user/payment-instructions", { instructions });
    await send("seller", "PUT", "/user/address", { ...anAddress(), line1: saved });
    const address = { ...anAddress(), line1: delivered };
    await send("buyer", "POST", `/deals/${dealId}/delivery`, { delivery: "address", address });
    await send("buyer", "POST", `/deals/${dealId}/paid`, { note });
    await send("seller", "POST", `/deals/${dealId}/sent`, { trackingNumber: parcel });
    await send("admin", "POST", `/moderation/deals/${dealId}/note`, { reason: remark });
    // Without a password, a session that has just begun is enough.
    await env.DB.prepare("UPDATE users SET password_hash = NULL").run();
    await receivedLog.readAll({ auctionId: id, dealId, sellerId: seller.id });
    for (const who of Object.keys(people)) await receivedLog.request(who, "POST", "/user/export", { json: {} });
    await send("buyer", "POST", `/deals/${dealId}/received`, {});
    // An admin must give a reason to read the deal, and doesn't see the saved address.
    const shownToAdmins = [`admin POST /moderation/deals/${dealId}/read`];
    const before = receivedLog.received.length;
    await send("admin", "POST", `/moderation/deals/${dealId}/read`, { reason: "A dispute" });
    const readByAdmin = receivedLog.received.splice(before);
    for (const secret of [delivered, note, parcel, remark]) {
      expect([secret, locationsOf(secret, readByAdmin)]).toEqual([secret, shownToAdmins]);
    }
    expect(locationsOf(saved, readByAdmin)).toEqual([]);

    const stores = { auctionIds: [id], personIds: Object.values(people).map((person) => person.id), limiterNames: [] };
    const stored = await readStoredTexts(stores);
    const log = lines.map((text) => ({ location: "log", text }));
    for (const [secret, ...tables] of [
      [delivered, "D1 deals", "D1 invoices"],
      [saved, "D1 addresses", "D1 invoices"],
      [note, "D1 deal_notes"],
      [instructions, "D1 payment_instructions"],
      [parcel, "D1 deals"],
    ] as const) {
      expect([secret, new Set(locationsOf(secret, stored))]).toEqual([secret, new Set(tables)]);
      const received = locationsOf(secret, receivedLog.received);
      // The buyer sees each secret, so they really were planted.
      expect(received).toContain(`buyer GET /deals/${id}${secret === saved ? "/invoice" : ""}`);
      expect([secret, received.filter((place) => !/^(?:buyer|seller) /.test(place))]).toEqual([secret, []]);
      expect([secret, locationsOf(secret, log)]).toEqual([secret, []]);
    }
    expect(locationsOf(remark, stored)).toEqual(["D1 admin_actions"]);
    expect(locationsOf(remark, log)).toEqual([]);
    expect(new Set(locationsOf(remark, receivedLog.received))).toEqual(new Set(["admin GET /moderation/actions"]));

    for (const who of ["buyer", "seller"] as const) {
      expect((await receivedLog.request(who, "DELETE", "/user/delete-account", { json: {} })).status).toBe(200);
      await finishDeletion(people[who].id);
    }
    const after = await readStoredTexts(stores);
    for (const secret of [delivered, saved, note, instructions, parcel]) {
      expect([secret, locationsOf(secret, after)]).toEqual([secret, []]);
    }
  },
);

/** Every path that can be read, with these IDs. */
async function readsOf({ auctionId, sellerId, dealId = `${auctionId}-1` }: Parameters<ReceivedLog["readAll"]>[0]) {
  const ids: Readonly<Record<string, string>> = { id: auctionId, auctionId, sellerId };
  const reads = Object.entries((await readApiDocument()).paths).flatMap(([path, item]) => {
    if (!item.get || path.endsWith("/live")) return [];
    const id = path.includes("/deals/") ? dealId : path.includes("/seller/") ? sellerId : auctionId;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === "id" ? id : (ids[name] ?? "none")));
    return [filled.replace("/api/v1", "")];
  });
  expect(reads.length).toBeGreaterThan(30);
  const inQuery = ["/auction/fetchSpecificAuction", "/auction/bids"].map((path) => `${path}?auctionId=${auctionId}`);
  return [
    ...reads,
    ...inQuery,
    "/auction/fetchAllAuctions?status=all&limit=100",
    "/moderation/deals?state=sent",
    `/deals/${auctionId}`,
    `/deals/${auctionId}/invoice`,
  ];
}

/** The salts that a room keeps. */
async function saltsIn(auctionId: string): Promise<string[]> {
  return runInDurableObject(env.AUCTION_ROOM.getByName(auctionId), (_, { storage }) =>
    storage.sql
      .exec<{ secret: string }>("SELECT secret FROM journal WHERE secret IS NOT NULL")
      .toArray()
      .map(({ secret }) => secretSchema.parse(JSON.parse(secret)).salt),
  );
}
