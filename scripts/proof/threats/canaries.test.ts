/**
 * T4, T6, T14 and T23, and account deletion: unique strings are planted in an e-mail address, a password, a session, a
 * file's metadata, an IP address, a query and a name. Their owner then uses the marketplace, makes mistakes, and deletes
 * the account; and every answer, frame, log line, row and image is searched for the strings.
 */
import { exports } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { loginAnswer } from "../../../worker/contract/account.ts";
import { savedAuctionAnswer } from "../../../worker/contract/auction.ts";
import { placeBidAnswer } from "../../../worker/contract/bid.ts";
import { DAY_MS, newId } from "../../../worker/testing/builders.ts";
import { cookieOf, ORIGIN, someoneSignedIn, tokenIn } from "../../../worker/testing/http.ts";
import { aFile, aJpeg, asciiBytes, jpegSegment } from "../../../worker/testing/images.ts";
import { aListing, bid, listingFields } from "../../../worker/testing/selling.ts";
import { everythingStored, type Stored } from "./stores.ts";

type Received = { readonly place: string; readonly text: string };

const tag = newId().slice(0, 10);
const CANARY = {
  email: `canary.${tag}@mail.example`,
  password: `Canary-Secret-${tag}-9`,
  file: `canary-file-${tag}`,
  query: `canary-query-${tag}`,
  address: "2001:db8:ca:1234:a1b2:c3d4:e5f6:77",
  name: `Canarison${tag}`,
  earlierName: `Canaridis${tag}`,
} as const;

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

/** Where a text is found. */
function placesOf(text: string, stored: readonly (Stored | Received)[]): string[] {
  return stored.filter((one) => one.text.includes(text)).map(({ place }) => place);
}

/** Records everything that this user, and everyone else, receives. */
class Diary {
  readonly received: Received[] = [];

  async ask(
    who: string,
    method: string,
    path: string,
    more: { cookie?: string; json?: unknown; form?: FormData } = {},
  ) {
    const headers = new Headers({ origin: ORIGIN, "cf-connecting-ip": CANARY.address });
    if (more.cookie !== undefined) headers.set("cookie", more.cookie);
    if (more.json !== undefined) headers.set("content-type", "application/json");
    const body = more.form ?? (more.json === undefined ? null : JSON.stringify(more.json));
    const response = await exports.default.fetch(new Request(`${ORIGIN}/api/v1${path}`, { method, headers, body }));
    const text = await response.clone().text();
    const place = `${who} ${method} ${path.split("?", 1)[0]}`;
    this.received.push({ place, text: `${JSON.stringify(Array.from(response.headers))} ${text}` });
    return response;
  }

  async listen(who: string, path: string, cookie: string): Promise<WebSocket> {
    const headers = { origin: ORIGIN, upgrade: "websocket", cookie, "cf-connecting-ip": CANARY.address };
    const { webSocket } = await exports.default.fetch(`${ORIGIN}/api/v1${path}`, { headers });
    if (!webSocket) throw new Error(`no socket at ${path}`);
    webSocket.addEventListener("message", ({ data }) => {
      this.received.push({ place: `${who} socket`, text: String(data) });
    });
    webSocket.accept();
    return webSocket;
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

it(
  "T4, T6, T23: what is private is found where it belongs and nowhere else; and after the account's end nowhere at all",
  { timeout: 300_000 },
  async () => {
    const diary = new Diary();
    const { email, password } = CANARY;
    const names = { firstName: "Jane", lastName: CANARY.earlierName };
    const signup = { ...names, email, password, confirmPassword: password, role: "User", image: photo() };
    expect((await diary.ask("owner", "POST", "/auth/signup", { form: formOf(signup) })).status).toBe(201);
    const entered = await diary.ask("owner", "POST", "/auth/login", { json: { email, password } });
    const { user } = loginAnswer.parse(await entered.json());
    const token = tokenIn(entered) ?? "";
    expect(token).toHaveLength(43);
    const cookie = cookieOf(token);

    // Mistakes that each contain private data.
    await diary.ask("owner", "POST", "/auth/login", { json: { email, password: `${password}x` } });
    await diary.ask("owner", "POST", "/auth/login", { json: { email: password, password: email } });
    await diary.ask("owner", "POST", "/auth/signup", { form: formOf(signup) });
    await diary.ask("owner", "GET", `/user/${CANARY.query}?token=${token}&q=${CANARY.query}`, { cookie });
    await diary.ask("owner", "GET", `/auction/fetchAllAuctions?search=${CANARY.query}&cursor=${CANARY.query}`);
    await diary.ask("owner", "POST", "/auction/createCategory", { cookie: `${cookie}; ${cookie}`, json: { password } });
    await diary.ask("owner", "DELETE", "/user/delete-account", { cookie, json: { password: `${password}x` } });

    const renamed = formOf({ firstName: "Jane", lastName: CANARY.name });
    expect((await diary.ask("owner", "PATCH", "/user/profile", { cookie, form: renamed })).status).toBe(200);
    const refused = formOf({ firstName: CANARY.query, lastName: "\u202Ex" });
    expect((await diary.ask("owner", "PATCH", "/user/profile", { cookie, form: refused })).status).toBe(400);

    // Selling and bidding, while others watch.
    const created = await diary.ask("owner", "POST", "/auction/createAuction", {
      cookie,
      form: formOf({ ...listingFields(), image: photo() }),
    });
    const { auction: own } = savedAuctionAnswer.parse(await created.json());
    const { id, seller } = await aListing({ auctionDate: new Date(Date.now() + 20 * DAY_MS).toISOString() });
    const other = await someoneSignedIn("Oda");
    await diary.listen("seller", "/user/live", seller.cookie);
    await diary.listen("owner", "/user/live", cookie);
    await diary.listen("other", `/auction/${id}/live`, other.cookie);
    const line = await diary.listen("owner", `/auction/${id}/live`, cookie);
    line.send(JSON.stringify({ type: "newBid", requestId: newId(), productId: id, bidAmount: 100, password, email }));
    await vi.waitFor(() => expect(placesOf('"success":true', diary.received)).toContain("owner socket"), 30_000);
    const json = { productId: id, bidAmount: 110 };
    const placed = placeBidAnswer.parse(
      await (await diary.ask("owner", "POST", "/bid/placeBid", { cookie, json })).json(),
    );
    await diary.ask("owner", "PUT", `/bid/editBid/${placed.newBid._id}`, { cookie, json: { bidAmount: 120 } });
    await diary.ask("owner", "POST", `/user/watchlist/${id}`, { cookie });
    await bid(id, 200, other.cookie);
    await diary.ask("owner", "POST", "/bid/placeBid", { cookie, json: { productId: id, bidAmount: 120 } });

    const reads = [
      "/user/profile",
      "/user/history",
      "/user/winnings",
      "/user/watchlist",
      "/user/drafts",
      "/user/sessions",
      "/user/passkeys",
      "/auction/getAuctions",
      "/auction/notifications",
      "/auction/fetchAllAuctions?status=all&limit=100",
      "/auction/featured",
      `/auction/fetchSpecificAuction?auctionId=${id}`,
      `/auction/fetchSpecificAuction?auctionId=${own._id}`,
      `/auction/bids?auctionId=${id}`,
      `/auction/${id}/journal`,
      `/auction/${id}/head`,
      "/auction/getAllCategories",
      "/settings",
    ];
    for (const path of reads) {
      await diary.ask("owner", "GET", path, { cookie });
      await diary.ask("other", "GET", path, { cookie: other.cookie });
      await diary.ask("seller", "GET", path, { cookie: seller.cookie });
      await diary.ask("visitor", "GET", path);
    }

    await diary.ask("owner", "POST", "/user/export", { cookie, json: { password } });
    await diary.ask("other", "POST", "/user/export", { cookie: other.cookie, json: {} });

    const named = {
      auctions: [id, own._id],
      people: [user._id, other.id, seller.id],
      limits: [`network ${CANARY.address.split(":").slice(0, 4).join(":")}`, `person ${user._id}`],
    };
    await exports.default.fetch(`${ORIGIN}/api/v1/healthz`);
    const before = await everythingStored(named);
    // Checks that the strings were planted: the e-mail address is stored, and its owner has received it.
    expect(placesOf(email, before)).toEqual(["D1 users"]);
    expect(new Set(placesOf(email, diary.received))).toEqual(
      new Set([
        "owner POST /auth/login",
        "owner GET /user/profile",
        "owner PATCH /user/profile",
        "owner POST /user/export",
      ]),
    );
    expect(placesOf(CANARY.name, before)).toContain(`room ${id} people`);
    expect(placesOf(token, diary.received)).toEqual(["owner POST /auth/login"]);
    for (const secret of [password, token, CANARY.file, CANARY.query, CANARY.address, CANARY.earlierName]) {
      expect([secret, placesOf(secret, before)]).toEqual([secret, []]);
    }
    for (const secret of [password, CANARY.file, CANARY.query, CANARY.address]) {
      expect([secret, placesOf(secret, diary.received)]).toEqual([secret, []]);
    }
    expect(lines.length).toBeGreaterThan(5);
    const log = lines.map((text) => ({ place: "log", text }));
    for (const secret of [
      email,
      password,
      token,
      CANARY.file,
      CANARY.query,
      CANARY.address,
      CANARY.name,
      CANARY.earlierName,
    ]) {
      expect([secret, placesOf(secret, log)]).toEqual([secret, []]);
    }

    const left = await diary.ask("owner", "DELETE", "/user/delete-account", { cookie, json: { password } });
    expect(left.status).toBe(200);
    await vi.waitFor(
      async () => {
        const after = await everythingStored(named);
        for (const secret of [
          email,
          password,
          token,
          CANARY.name,
          CANARY.earlierName,
          CANARY.file,
          user.image?.url ?? "no photo",
        ]) {
          expect([secret, placesOf(secret, after)]).toEqual([secret, []]);
        }
        expect(after.filter(({ place }) => place.startsWith(`picture avatars/${user._id}`))).toEqual([]);
      },
      { timeout: 60_000, interval: 250 },
    );
  },
);
