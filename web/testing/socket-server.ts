/** A real WebSocket server, for tests that run in Node. It stops with the test. */
import { once } from "node:events";

import { onTestFinished, vi } from "vitest";
import { type RawData, type WebSocket, WebSocketServer } from "ws";

export function textOf(data: RawData): string {
  return Buffer.from(Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data)).toString();
}

/** Node has no page, so this stands for one that's on screen. Returns the target of the window's events. */
export function stubPage(): EventTarget {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  return page;
}

/** Runs `onSocket` and then answers pings as the platform does. Returns the server and its `host:port`. */
export async function serveSockets(onSocket: (socket: WebSocket, url: URL) => void = () => {}) {
  // By default, the library waits half a minute for a busy client to close its end. The types lack the option.
  const options = { port: 0, host: "127.0.0.1", closeTimeout: 2_000 };
  const server = new WebSocketServer(options);
  server.on("connection", (socket, request) => {
    onSocket(socket, new URL(request.url ?? "", "ws://x"));
    socket.on("message", (data) => textOf(data) === "ping" && socket.send("pong"));
  });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  return { server, host: `127.0.0.1:${address.port}` };
}
