/**
 * Places a bid over a socket of a real room, on node alone, and reports the Worker's files whose functions ran for it:
 * V8 counts their calls. Only the platform's interface is simulated; calls of the room to other parts are never
 * answered.
 */
import { Session } from "node:inspector/promises";
import { registerHooks } from "node:module";
import { parentPort } from "node:worker_threads";

import { standIn } from "../../../worker/testing/stand-in.ts";
import { SimStorage } from "./storage.ts";

const HOUR_MS = 3_600_000;
const stub = new URL("./workers-stub.ts", import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === "cloudflare:workers" ? { url: stub, shortCircuit: true } : next(name, context),
});
const { AuctionRoom } = await import("../../../worker/room/auction-room.ts");
const { NETWORK_HEADER, VIEWER_HEADER } = await import("../../../worker/platform/internal-headers.ts");

/** A socket of the object; its frames are kept. */
class Socket {
  static readonly READY_STATE_OPEN = 1;
  readonly readyState = 1;
  readonly received: string[] = [];
  tags: readonly string[] = [];
  #attachment: unknown = null;

  send(text: string): void {
    this.received.push(text);
  }
  serializeAttachment(attachment: unknown): void {
    this.#attachment = structuredClone(attachment);
  }
  deserializeAttachment(): unknown {
    return structuredClone(this.#attachment);
  }
}

/** node's own Response refuses 101. */
class Upgrade {
  readonly status: number;

  constructor(_body: unknown, { status }: { readonly status: number }) {
    this.status = status;
  }
}

function socketPair() {
  return { 0: new Socket(), 1: new Socket() };
}
Object.assign(globalThis, {
  WebSocket: Socket,
  WebSocketPair: socketPair,
  WebSocketRequestResponsePair: Object,
  Response: Upgrade,
});

const sockets: Socket[] = [];
const state = standIn<DurableObjectState>({
  storage: new SimStorage(() => false),
  waitUntil: () => {},
  acceptWebSocket: (socket: Socket, tags: readonly string[]) => sockets.push(Object.assign(socket, { tags })),
  getWebSockets: (tag?: string) => sockets.filter(({ tags }) => tag === undefined || tags.includes(tag)),
  setWebSocketAutoResponse: () => {},
});
/** A reader that never answers its first call: from then on the room has nothing to deliver to it. */
function silentReader() {
  const { promise: called, resolve } = Promise.withResolvers<void>();
  const call = () => {
    resolve();
    return new Promise<never>(() => {});
  };
  return { called, call };
}
const [catalogue, inboxes] = [silentReader(), silentReader()];
const statement = { bind: () => statement };
const inbox = { holdSession: async () => ({}), deliver: inboxes.call };
const room = new AuctionRoom(
  state,
  standIn<Env>({
    LIMIT_SCALE: "1",
    RELAY_AFTER: "1000",
    FIGURES: { writeDataPoint: () => {} },
    INBOX: { getByName: () => inbox },
    DB: { prepare: () => statement, batch: catalogue.call },
  }),
);

const personOf = (id: string) => ({ id, firstName: id, lastName: "Doe", imageUrl: null, maskedEmail: "•" });
const expiresAt = Date.now() + HOUR_MS;

async function connect(personId: string | null): Promise<Socket> {
  const origin = { network: "network", device: "device", session: "session" };
  const viewer = personId && { actor: personOf(personId), sessionId: personId, expiresAt, origin };
  const by = viewer ? { [VIEWER_HEADER]: encodeURIComponent(JSON.stringify(viewer)) } : {};
  await room.fetch(new Request("http://room/", { headers: { [NETWORK_HEADER]: "network", ...by } }));
  const socket = sockets.at(-1);
  if (!socket) throw new Error("the socket was not accepted");
  return socket;
}

/** Resolves when the socket has a frame of this type that contains `text`. */
async function receives(socket: Socket, type: string, text: string): Promise<void> {
  const isThere = (frame: string) => frame.startsWith(`{"type":"${type}"`) && frame.includes(text);
  while (!socket.received.some(isThere)) await new Promise((resolve) => setImmediate(resolve));
}

const terms = {
  title: "Brass sextant",
  description: "It measures.",
  categoryId: "instruments",
  categoryName: "Instruments",
  imageKeys: [],
  startingPriceMinor: 100_00,
  endsAt: expiresAt,
  increments: "flat" as const,
  softCloseMs: 120_000,
  freezeMs: 120_000,
};
const limits = { minStartingPriceMinor: 100, minAuctionMs: 1_000 };
// It would resolve once D1 has the listing, which never happens here.
void room.open({ auctionId: "a", actor: personOf("sue"), currency: "USD", terms, limits });
await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const [ann, bob, watcher] = [await connect("ann"), await connect("bob"), await connect(null)];

/** Placed, acknowledged, and seen by the watcher. */
async function place(by: Socket, requestId: string, bidAmount: number): Promise<void> {
  const frame = JSON.stringify({ type: "newBid", requestId, productId: "a", bidAmount });
  await room.webSocketMessage(standIn<WebSocket>(by), frame);
  await receives(by, "ack", '"success":true');
  await receives(watcher, "events", `"bidAmount":${bidAmount}`);
}

await place(ann, "first", 100);
await place(bob, "second", 110);
await Promise.all([catalogue.called, inboxes.called]);
const profiler = new Session();
profiler.connect();
await profiler.post("Profiler.enable");
await profiler.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
ann.received.length = 0;
await place(ann, "third", 120);
const { result } = await profiler.post("Profiler.takePreciseCoverage");

const files = result.flatMap(({ url, functions }) => {
  const [, file] = /\/(worker\/(?!testing\/).*)$/.exec(url) ?? [];
  const ran = functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
  return file !== undefined && ran && !url.includes("/node_modules/") ? [file] : [];
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(files.toSorted());
