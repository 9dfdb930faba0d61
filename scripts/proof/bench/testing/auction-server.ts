/**
 * A server with an auction's calls and live channel, and nothing behind them. It counts what it receives, so that a
 * load generator's counts can be compared.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { WebSocketServer } from "ws";
import { z } from "zod";

const bidInput = z.object({ productId: z.string(), bidAmount: z.number(), requestId: z.string().optional() });

type Numbers = { readonly from: number; readonly to: number };

export class AuctionServer {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #sockets = new WebSocketServer({ server: this.#server });
  /** Every bid with a multiple of this number is too low. */
  refuseEvery = Infinity;
  /** The answer to every bid, instead of a decision. */
  failure: object | null = null;
  /** Set with every answer to a bid over REST. */
  newCookie: string | null = null;
  accepted = 0;
  refused = 0;
  requests = 0;
  missing = 0;
  readonly lastSeq: Record<string, number> = {};
  readonly cookies = new Set<string>();
  readonly order: { readonly cookie: string; readonly auctionId: string }[] = [];
  readonly bodies = new Set<string>();

  constructor() {
    this.#sockets.on("connection", (socket, { headers }) => {
      socket.send(JSON.stringify({ type: "snapshot", seq: 0 }));
      socket.on("message", (message: Buffer) => {
        const bid = message.toString();
        const { requestId } = bidInput.parse(JSON.parse(bid));
        socket.send(JSON.stringify({ type: "ack", requestId, ...this.#decide(bid, headers.cookie) }));
      });
    });
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
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Sends a frame to one watcher, or to all. */
  publish(numbers: Numbers, only?: number): void {
    for (const socket of this.#receivers(only)) socket.send(JSON.stringify({ type: "events", ...numbers }));
  }

  close(only: number): void {
    for (const socket of this.#receivers(only)) socket.terminate();
  }

  #receivers(only?: number) {
    return [...this.#sockets.clients].filter((_socket, index) => only === undefined || index === only);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.requests += 1;
    switch (request.url) {
      case "/api/v1/bid/placeBid":
        if (this.newCookie !== null) response.setHeader("set-cookie", this.newCookie);
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

  #decide(bid: string, cookie = ""): object {
    const { productId } = bidInput.parse(JSON.parse(bid));
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
}
