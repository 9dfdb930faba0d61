/** Sockets as pages open them. */
import { expect, vi } from "vitest";

import { type ServerFrame, serverFrame } from "../contract/live.ts";
import { type InboxFrame, inboxFrame } from "../contract/notification.ts";
import { newId } from "./builders.ts";
import { type TestCall, request } from "./http.ts";

type OpenSocket = (path: string, call: TestCall) => Promise<Response>;

/** `frames` are those that have arrived. `closeEvents` has the code and the reason once the socket is closed. */
async function openSocket<Frame>(
  path: string,
  read: (value: unknown) => Frame,
  call: TestCall,
  open: OpenSocket = request,
) {
  const response = await open(path, { ...call, headers: { upgrade: "websocket", ...call.headers } });
  expect(response.status).toBe(101);
  const socket = response.webSocket;
  if (!socket) throw new Error("no socket");
  const frames: Frame[] = [];
  const closeEvents: { code: number; reason: string }[] = [];
  socket.addEventListener("message", ({ data }) => {
    frames.push(read(JSON.parse(String(data))));
  });
  socket.addEventListener("close", ({ code, reason }) => {
    closeEvents.push({ code, reason });
  });
  socket.accept();
  return { socket, frames, closed: closeEvents };
}

/** Pass `open` to call a Worker with other bindings. `query` begins with a question mark. */
export async function watchAuction(auctionId: string, call: TestCall = {}, open?: OpenSocket, query = "") {
  const path = `/auction/${auctionId}/live${query}`;
  const watching = await openSocket<ServerFrame>(path, (value) => serverFrame.parse(value), call, open);
  const acks = () => watching.frames.filter((frame) => frame.type === "ack");
  /** Places a bid, and waits for its acknowledgement. */
  const placeBid = async (bidAmount: number, extraFields: object = {}) => {
    const before = acks().length;
    const frame = { type: "newBid", requestId: newId(), productId: auctionId, bidAmount, ...extraFields };
    watching.socket.send(JSON.stringify(frame));
    await vi.waitFor(() => expect(acks().length).toBeGreaterThan(before));
    return acks().at(-1);
  };
  return { ...watching, placeBid };
}

export function watchInbox(cookie: string) {
  return openSocket<InboxFrame>("/user/live", (value) => inboxFrame.parse(value), { cookie });
}
