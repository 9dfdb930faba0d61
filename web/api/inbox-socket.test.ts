// @vitest-environment node
import { once } from "node:events";

import { afterEach, expect, it, vi } from "vitest";
import { WebSocketServer } from "ws";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("an open channel sends a ping at once and every 25 seconds, so that the server keeps the connection", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  const received: string[] = [];
  server.on("connection", (socket) =>
    socket.on("message", (data: Buffer) => {
      received.push(data.toString());
      socket.send("pong");
    }),
  );
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  vi.stubGlobal("location", { origin: `http://127.0.0.1:${address.port}` });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("addEventListener", () => {});
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  // Its modules use these globals as they are loaded.
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
  for (const socket of server.clients) socket.terminate();
  server.close();
});
