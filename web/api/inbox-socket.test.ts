// @vitest-environment node
import { once } from "node:events";

import { expect, it, vi } from "vitest";
import { WebSocketServer } from "ws";

import { CLOSE_SESSION_ENDED } from "../../worker/contract/close-codes.ts";

/** A server of live channels, and a page that connects to it. */
async function serveChannel(): Promise<WebSocketServer> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) => socket.on("message", () => socket.send("pong")));
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  vi.stubGlobal("location", { origin: `http://127.0.0.1:${address.port}` });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify({ id: "ada", name: "Ada", image: null }) });
  // The modules use these globals as they are loaded.
  vi.resetModules();
  return server;
}

function stopServing(server: WebSocketServer): void {
  for (const socket of server.clients) socket.terminate();
  server.close();
}

it("an open channel sends a ping at once and every 25 seconds, so that the server keeps the connection", async () => {
  const server = await serveChannel();
  const received: string[] = [];
  server.on("connection", (socket) => socket.on("message", (data: Buffer) => received.push(data.toString())));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { listenToInbox } = await import("./inbox-socket.ts");
  const opened = Promise.withResolvers<void>();
  const stop = listenToInbox({ onOpen: opened.resolve, onFrame: () => {} });
  await opened.promise;
  expect(received).toEqual(["ping"]);
  vi.advanceTimersByTime(25_000);
  await vi.waitFor(() => expect(received).toEqual(["ping", "ping"]));
  vi.advanceTimersByTime(25_000);
  await vi.waitFor(() => expect(received).toEqual(["ping", "ping", "ping"]));
  stop();
  vi.advanceTimersByTime(100_000);
  expect(received).toHaveLength(3);
  stopServing(server);
});

it.each([
  ["the end of the session is looked into: it may be an earlier one of this browser", false, 2],
  ["the end of a session that the person is ending is not", true, 1],
])("%s", async (_, byChoice, opens) => {
  const server = await serveChannel();
  const { listenToInbox } = await import("./inbox-socket.ts");
  const { endingByChoice } = await import("./session.ts");
  const onOpen = vi.fn<() => void>();
  const closed = Promise.withResolvers<void>();
  const stop = listenToInbox({ onOpen, onFrame: () => {} });
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  const endSession = async () => {
    for (const socket of server.clients) {
      socket.on("close", () => closed.resolve());
      socket.close(CLOSE_SESSION_ENDED);
    }
    await closed.promise;
    // The page has replied to the closing: its own event is next.
    await new Promise((resolve) => setImmediate(resolve));
  };
  await (byChoice ? endingByChoice(endSession) : endSession());
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledTimes(opens));
  stop();
  stopServing(server);
});

it("a channel that opens while the person ends the session fetches nothing", async () => {
  const server = await serveChannel();
  const { listenToInbox } = await import("./inbox-socket.ts");
  const { endingByChoice } = await import("./session.ts");
  const onOpen = vi.fn<() => void>();
  const onFrame = vi.fn<() => void>();
  const frame = JSON.stringify({ type: "notificationsChanged", unread: 0 });
  server.on("connection", (socket) => socket.on("message", () => socket.send(frame)));
  await endingByChoice(async () => {
    const stop = listenToInbox({ onOpen, onFrame });
    // The channel's first text comes before this one.
    await vi.waitFor(() => expect(onFrame).toHaveBeenCalledOnce());
    stop();
  });
  expect(onOpen).not.toHaveBeenCalled();
  stopServing(server);
});
