// @vitest-environment node

import { expect, it, vi } from "vitest";

import { serveSockets, stubPage } from "../testing/socket-server.ts";
import { PersistentSocket } from "./persistent-socket.ts";

/** The running timers, by kind. */
function trackTimers(): { intervals: Set<unknown>; timeouts: Set<unknown> } {
  const running = { intervals: new Set<unknown>(), timeouts: new Set<unknown>() };
  const { setInterval: startInterval, clearInterval: stopInterval } = globalThis;
  const { setTimeout: startTimeout, clearTimeout: stopTimeout } = globalThis;
  vi.spyOn(globalThis, "setInterval").mockImplementation((...args: Parameters<typeof setInterval>) => {
    const timer = startInterval(...args);
    running.intervals.add(timer);
    return timer;
  });
  vi.spyOn(globalThis, "clearInterval").mockImplementation((timer) => {
    running.intervals.delete(timer);
    stopInterval(timer);
  });
  vi.spyOn(globalThis, "setTimeout").mockImplementation((run, ms, ...args: unknown[]) => {
    const timer = startTimeout(() => {
      running.timeouts.delete(timer);
      Reflect.apply(run, undefined, args);
    }, ms);
    running.timeouts.add(timer);
    return timer;
  });
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    running.timeouts.delete(timer);
    stopTimeout(timer);
  });
  return running;
}

it("the page keeps only one socket and one ping timer after many reconnections", async () => {
  const page = stubPage();
  const { server, host } = await serveSockets();
  const timers = trackTimers();
  const messages: string[] = [];
  const onLive = vi.fn<() => void>();
  const socket = new PersistentSocket({
    url: () => `ws://${host}`,
    onMessage: (text) => messages.push(text),
    onChange: ({ phase }) => phase === "live" && onLive(),
  });
  socket.connect();
  for (let times = 1; times <= 6; times += 1) {
    await vi.waitFor(() => expect(onLive).toHaveBeenCalledTimes(times));
    // Each way in which a connection is replaced, twice.
    if (times % 3 === 0) socket.restart();
    else if (times % 3 === 1) socket.connect();
    else for (const one of server.clients) one.terminate();
  }
  await vi.waitFor(() => expect(onLive).toHaveBeenCalledTimes(7));
  expect(timers.intervals.size).toBe(1);
  await vi.waitFor(() => expect(server.clients.size).toBe(1));
  for (const one of server.clients) one.send("once");
  await vi.waitFor(() => expect(messages).toEqual(["once"]));

  page.dispatchEvent(new Event("offline"));
  page.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(onLive).toHaveBeenCalledTimes(8));

  socket.close();
  for (const type of ["offline", "online"]) page.dispatchEvent(new Event(type));
  expect(timers.intervals.size).toBe(0);
  await vi.waitFor(() => expect(server.clients.size).toBe(0));
  await vi.waitFor(() => expect(timers.timeouts.size).toBe(0));
  expect(onLive).toHaveBeenCalledTimes(8);
});
