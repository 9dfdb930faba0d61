/**
 * A server with an auction's calls and live channel, and nothing behind them: it counts what it receives, so that a
 * load generator's counts can be compared.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

import { z } from "zod";

const ACCEPT_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const bidInput = z.object({ productId: z.string(), bidAmount: z.number(), requestId: z.string().optional() });

type Numbers = { readonly from: number; readonly to: number; readonly padding?: number };

export class AuctionServer {
  readonly #server: Server;
  readonly #sockets: Socket[] = [];
  /** Every bid with a multiple of this number is too low. */
  refuseEvery = Infinity;
  /** The answer to every bid, instead of a decision. */
  failure: object | null = null;
  accepted = 0;
  refused = 0;
  requests = 0;
  missing = 0;
  readonly lastSeq: Record<string, number> = {};
  readonly cookies = new Set<string>();
  readonly order: { readonly cookie: string; readonly auctionId: string }[] = [];
  readonly bodies = new Set<string>();

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.on("upgrade", (request: IncomingMessage, socket: Socket) => this.#upgrade(request, socket));
  }

  static async start(): Promise<AuctionServer> {
    const server = new AuctionServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
    return address.port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Sends a frame to one watcher, or to all. */
  publish(numbers: Numbers, only?: number): void {
    for (const socket of this.#receivers(only)) socket.write(eventsFrame(numbers));
  }

  /** The same, its bytes cut in four places. */
  async publishInPieces(numbers: Numbers): Promise<void> {
    const bytes = eventsFrame(numbers);
    const cuts = [0, 1, 3, 40, bytes.length];
    for (const [index, cut] of cuts.slice(1).entries()) {
      for (const socket of this.#sockets) socket.write(bytes.subarray(cuts[index], cut));
      await nextTurn();
    }
  }

  close(only: number): void {
    for (const socket of this.#receivers(only)) socket.destroy();
  }

  #receivers(only?: number): readonly Socket[] {
    return this.#sockets.filter((_socket, index) => only === undefined || index === only);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    this.requests += 1;
    switch (request.url) {
      case "/api/v1/bid/placeBid":
        response.end(JSON.stringify(this.#decide(body, request.headers.cookie)));
        break;
      case "/sized":
        response.setHeader("content-length", 20_000).end("s".repeat(20_000));
        break;
      case "/chunked":
        response.write("first part, ");
        response.end("and the second");
        break;
      case "/echo":
        this.bodies.add(body);
        response.end(body);
        break;
      default:
        this.missing += 1;
        response.writeHead(404).end();
    }
  }

  #decide(text: string, cookie = ""): object {
    const { productId } = bidInput.parse(JSON.parse(text));
    if (this.failure) return this.failure;
    this.cookies.add(cookie);
    this.order.push({ cookie, auctionId: productId });
    if (this.order.length % this.refuseEvery === 0) {
      this.refused += 1;
      return { success: false, code: "bid_too_low", details: { minimum: 1_000 } };
    }
    this.accepted += 1;
    const seq = (this.lastSeq[productId] ?? 0) + 1;
    this.lastSeq[productId] = seq;
    return { success: true, message: "placed", newBid: { _id: `${productId}-${seq}`, amount: 100 } };
  }

  #upgrade(request: IncomingMessage, socket: Socket): void {
    const key = String(request.headers["sec-websocket-key"]);
    const accept = createHash("sha1")
      .update(key + ACCEPT_GUID)
      .digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    // A client that ends its job just closes.
    socket.on("error", () => {});
    this.#sockets.push(socket);
    socket.write(frameOf(JSON.stringify({ type: "snapshot", seq: 0 })));
    let rest: Buffer = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let bid = bidAt(rest); bid; bid = bidAt(rest)) {
        rest = rest.subarray(bid.size);
        const { requestId } = bidInput.parse(JSON.parse(bid.text));
        const answer = this.#decide(bid.text, request.headers.cookie);
        socket.write(frameOf(JSON.stringify({ type: "ack", requestId, ...answer })));
      }
    });
  }
}

function eventsFrame({ from, to, padding = 0 }: Numbers): Buffer {
  return frameOf(JSON.stringify({ type: "events", from, to, events: "x".repeat(padding) }));
}

function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** A masked frame of less than 64 KiB, if it is whole. */
function bidAt(bytes: Buffer): { readonly text: string; readonly size: number } | null {
  const short = (bytes[1] ?? 0) & 0x7f;
  const head = short === 126 ? 8 : 6;
  if (bytes.length < head) return null;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < head + length) return null;
  const mask = bytes.subarray(head - 4, head);
  const payload = bytes.subarray(head, head + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return { text: Buffer.from(payload).toString(), size: head + length };
}
