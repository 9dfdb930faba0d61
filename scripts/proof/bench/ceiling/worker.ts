/**
 * The bare object: the platform's limit for this kind of service. It uses the product's frames and calls, stores one
 * row a bid durably, compares two numbers, and publishes to its sockets; no journal, keys, names, hashes, closing,
 * delivery or accounts. The first word of an object's name says how it works: `grouped` shares one commit among the
 * bids of a turn and publishes as fast as it can, `paced` the same but at most every 100 ms, `naive` commits and
 * publishes once a bid.
 */
import { DurableObject } from "cloudflare:workers";

type Env = {
  readonly BARE: DurableObjectNamespace<Bare>;
  readonly DB: D1Database;
};
type Bid = { readonly seq: number; readonly bidder: string; readonly amount: number; readonly at: number };
type Outcome = { readonly ok: true; readonly bid: Bid } | { readonly ok: false; readonly minimum: number };
type Waiting = { readonly bidder: string; readonly amount: number; readonly resolve: (outcome: Outcome) => void };

/** Sockets that are served before yielding to the event loop. */
const SLICE = 256;
const INTERVAL_MS = 100;

export class Bare extends DurableObject<Env> {
  #id = "";
  #seq = 0;
  #price = 0;
  #waiting: Waiting[] = [];
  #pending: Bid[] = [];
  #publishing = false;
  readonly #sockets: Set<WebSocket>;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#id = ctx.id.name ?? "";
    ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS bids (seq INTEGER PRIMARY KEY, bidder TEXT, amount INTEGER, at INTEGER)",
    );
    const last = ctx.storage.sql
      .exec<{ seq: number; amount: number }>("SELECT seq, amount FROM bids ORDER BY seq DESC LIMIT 1")
      .next().value;
    this.#seq = last?.seq ?? 0;
    this.#price = last?.amount ?? 0;
    this.#sockets = new Set(ctx.getWebSockets());
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  bid(bidder: string, amount: number): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#waiting.push({ bidder, amount, resolve });
      if (this.#id.startsWith("naive")) this.#turn();
      else if (this.#waiting.length === 1) setImmediate(() => this.#turn());
    });
  }

  /** The prepared response with a single auction. */
  page(): string {
    return JSON.stringify({
      success: true,
      auctionDetails: { _id: this.#id, currentBid: this.#price, seq: this.#seq },
    });
  }

  override fetch(request: Request): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    server.serializeAttachment(request.headers.get("cookie"));
    this.#sockets.add(server);
    server.send(JSON.stringify({ type: "snapshot", seq: this.#seq }));
    return new Response(null, { status: 101, webSocket: client });
  }

  override async webSocketMessage(socket: WebSocket, message: string): Promise<void> {
    const { requestId, bidAmount }: { requestId: string; bidAmount: number } = JSON.parse(message);
    const outcome = await this.bid(String(socket.deserializeAttachment()), bidAmount);
    sendTo(socket, JSON.stringify({ type: "ack", requestId, ...answerOf(this.#id, outcome) }));
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#sockets.delete(socket);
    socket.close(1000);
  }

  #turn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const at = Date.now();
    const bids: Bid[] = [];
    const outcomes = waiting.map(({ bidder, amount }): Outcome => {
      if (amount <= this.#price) return { ok: false, minimum: this.#price + 1 };
      this.#price = amount;
      this.#seq += 1;
      const bid = { seq: this.#seq, bidder, amount, at };
      bids.push(bid);
      return { ok: true, bid };
    });
    if (bids.length > 0) {
      this.ctx.storage.sql.exec(
        `INSERT INTO bids (seq, bidder, amount, at)
         SELECT value ->> 'seq', value ->> 'bidder', value ->> 'amount', value ->> 'at' FROM json_each(?)`,
        JSON.stringify(bids),
      );
    }
    for (const [index, outcome] of outcomes.entries()) waiting[index]?.resolve(outcome);
    if (bids.length === 0 || this.#sockets.size === 0) return;
    for (const bid of bids) this.#pending.push(bid);
    if (this.#id.startsWith("naive")) return this.#publishNow();
    if (this.#publishing) return;
    this.#publishing = true;
    this.ctx.waitUntil(this.#publish());
  }

  #publishNow(): void {
    const text = frameOf(this.#pending);
    this.#pending = [];
    for (const socket of this.#sockets) sendTo(socket, text);
  }

  async #publish(): Promise<void> {
    while (this.#pending.length > 0) {
      await new Promise((resolve) => {
        if (this.#id.startsWith("paced")) setTimeout(resolve, INTERVAL_MS);
        else setImmediate(resolve);
      });
      const text = frameOf(this.#pending);
      this.#pending = [];
      const sockets = Array.from(this.#sockets);
      for (let start = 0; start < sockets.length; start += SLICE) {
        if (start > 0) await new Promise((resolve) => setImmediate(resolve));
        for (const socket of sockets.slice(start, start + SLICE)) sendTo(socket, text);
      }
    }
    this.#publishing = false;
  }
}

function sendTo(socket: WebSocket, text: string): void {
  if (socket.readyState === WebSocket.READY_STATE_OPEN) socket.send(text);
}

function frameOf(bids: readonly Bid[]): string {
  const events = bids.map(({ seq, bidder, amount, at }) => ({ seq, type: "newBid", bidAmount: amount, bidder, at }));
  return JSON.stringify({ type: "events", from: bids[0]?.seq ?? 0, to: bids.at(-1)?.seq ?? 0, events });
}

function answerOf(auctionId: string, outcome: Outcome) {
  if (!outcome.ok) return { success: false, code: "bid_too_low", details: { minimum: outcome.minimum } };
  const { seq, amount, bidder, at } = outcome.bid;
  return { success: true, newBid: { _id: `${auctionId}-${seq}`, amount, bidder, createdAt: at } };
}

const JSON_HEADERS = { "content-type": "application/json" };
const READY_MS = 2_000;
let ready = { text: "", at: 0 };

/** The list and the search, asked in the plainest way; `ready` is the list as text, made every two seconds. */
async function catalogue(db: D1Database, url: URL): Promise<string> {
  const words = url.searchParams.get("search") ?? "";
  switch (url.pathname) {
    case "/catalogue/ready":
      if (Date.now() - ready.at > READY_MS) ready = { text: await textOf(list(db)), at: Date.now() };
      return ready.text;
    case "/catalogue/like":
      return textOf(like(db, words));
    case "/catalogue/fts":
      return textOf(fullText(db, words));
    default:
      return textOf(list(db));
  }
}

function list(db: D1Database): D1PreparedStatement {
  return db.prepare("SELECT * FROM auctions WHERE phase = 'open' ORDER BY created_at DESC, id DESC LIMIT 24");
}

function like(db: D1Database, words: string): D1PreparedStatement {
  const query = `SELECT * FROM auctions WHERE phase = 'open' AND title LIKE ?
                 ORDER BY created_at DESC, id DESC LIMIT 24`;
  return db.prepare(query).bind(`%${words}%`);
}

function fullText(db: D1Database, words: string): D1PreparedStatement {
  const query = `SELECT * FROM auctions WHERE phase = 'open'
                   AND rowid IN (SELECT rowid FROM auctions_search WHERE auctions_search MATCH ?)
                 ORDER BY created_at DESC, id DESC LIMIT 24`;
  return db.prepare(query).bind(`"${words}"`);
}

async function textOf(query: D1PreparedStatement): Promise<string> {
  const { results } = await query.all();
  return JSON.stringify({ auctions: results });
}

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const live = /^\/api\/v1\/auction\/([\w-]+)\/live$/.exec(url.pathname);
    if (live?.[1]) return env.BARE.getByName(live[1]).fetch(request);
    if (url.pathname === "/api/v1/bid/placeBid") {
      const { productId, bidAmount }: { productId: string; bidAmount: number } = await request.json();
      const outcome = await env.BARE.getByName(productId).bid(request.headers.get("cookie") ?? "", bidAmount);
      return Response.json(answerOf(productId, outcome), { status: outcome.ok ? 201 : 422 });
    }
    if (url.pathname === "/api/v1/auction/fetchSpecificAuction") {
      const page = await env.BARE.getByName(url.searchParams.get("auctionId") ?? "").page();
      return new Response(page, { headers: JSON_HEADERS });
    }
    if (url.pathname.startsWith("/catalogue/"))
      return new Response(await catalogue(env.DB, url), { headers: JSON_HEADERS });
    return new Response(null, { status: 404 });
  },
} satisfies ExportedHandler<Env>;
