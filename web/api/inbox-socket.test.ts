// @vitest-environment node

import { expect, it, vi } from "vitest";

import { CLOSE_SESSION_ENDED } from "../../worker/contract/close-codes.ts";
import { serveSockets, stubPage, textOf } from "../testing/socket-server.ts";

/** A live-channel server, and a page that connects to it. */
async function serveChannel(onSocket?: Parameters<typeof serveSockets>[0]) {
  const { server, host } = await serveSockets(onSocket);
  vi.stubGlobal("location", { origin: `http://${host}` });
  stubPage();
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify({ id: "ada", name: "Ada", image: null }) });
  // The modules use these globals while they load.
  vi.resetModules();
  const { listenToInbox } = await import("./inbox-socket.ts");
  const { signOutDuring } = await import("./session.ts");
  return { server, listenToInbox, signOutDuring };
}

it("an open live channel sends a ping right away and then every 25 seconds", async () => {
  const received: string[] = [];
  const { listenToInbox } = await serveChannel((socket) => socket.on("message", (data) => received.push(textOf(data))));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const opened = Promise.withResolvers<void>();
  const stop = listenToInbox({ onRefetchNeeded: opened.resolve, onFrame: () => {} });
  await opened.promise;
  expect(received).toEqual(["ping"]);
  vi.advanceTimersByTime(25_000);
  await vi.waitFor(() => expect(received).toEqual(["ping", "ping"]));
  vi.advanceTimersByTime(25_000);
  await vi.waitFor(() => expect(received).toEqual(["ping", "ping", "ping"]));
  stop();
  vi.advanceTimersByTime(100_000);
  expect(received).toHaveLength(3);
});

it.each([
  ["checks whether anyone is signed in", false, 2],
  ["fetches nothing if the user is signing out", true, 1],
])("when a session ends, the page %s", async (_, byChoice, refetchCount) => {
  const { server, listenToInbox, signOutDuring } = await serveChannel();
  const onRefetchNeeded = vi.fn<() => void>();
  const closed = Promise.withResolvers<void>();
  const stop = listenToInbox({ onRefetchNeeded, onFrame: () => {} });
  await vi.waitFor(() => expect(onRefetchNeeded).toHaveBeenCalledOnce());
  const endSession = async () => {
    for (const socket of server.clients) {
      socket.on("close", () => closed.resolve());
      socket.close(CLOSE_SESSION_ENDED);
    }
    await closed.promise;
    // The page has replied to the close, so its own close event comes next.
    await new Promise((resolve) => setImmediate(resolve));
  };
  await (byChoice ? signOutDuring(endSession) : endSession());
  await vi.waitFor(() => expect(onRefetchNeeded).toHaveBeenCalledTimes(refetchCount));
  stop();
});

it("a live channel that opens while the user is signing out fetches nothing", async () => {
  const frame = JSON.stringify({ type: "notificationsChanged", unread: 0 });
  const { listenToInbox, signOutDuring } = await serveChannel((socket) =>
    socket.on("message", () => socket.send(frame)),
  );
  const onRefetchNeeded = vi.fn<() => void>();
  const onFrame = vi.fn<() => void>();
  await signOutDuring(async () => {
    const stop = listenToInbox({ onRefetchNeeded, onFrame });
    // The channel reports that it's open before it passes on a frame.
    await vi.waitFor(() => expect(onFrame).toHaveBeenCalledOnce());
    stop();
  });
  expect(onRefetchNeeded).not.toHaveBeenCalled();
});

it("a refused first connection makes the page check whether the session has ended", async () => {
  const { listenToInbox } = await serveChannel((socket) => socket.terminate());
  const onRefetchNeeded = vi.fn<() => void>();
  const stop = listenToInbox({ onRefetchNeeded, onFrame: () => {} });
  await vi.waitFor(() => expect(onRefetchNeeded).toHaveBeenCalledOnce());
  stop();
});
