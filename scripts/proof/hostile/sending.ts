/** Sends one hostile input to a running Worker, and returns how it was answered. */
import { once } from "node:events";

import { WebSocket } from "ws";

import { failure } from "../../../worker/contract/failure.ts";
import type { HostileFrame, HostileRequest } from "./inputs.ts";
import type { Sending } from "./measure.ts";

/**
 * Most inputs are small and cost less than can be measured: these are sent as often as this, and their costs divided.
 */
const SMALL = { bytes: 100_000, times: 50 };
/** A frame that closes its socket needs another socket for the next one. */
const SOCKETS = 10;

type Request = Pick<HostileRequest, "name" | "method" | "path" | "headers" | "body">;

export function requestSending(group: Sending["group"], { name, method, path, headers, body }: Request): Sending {
  const bytes = body?.() ?? null;
  const length = (bytes?.length ?? 0) + Object.values(headers).join("").length + path.length;
  const times = length > SMALL.bytes ? 1 : SMALL.times;
  const send = async (url: string): Promise<string> => {
    // Each counts as another network for the rate limits.
    const all = { ...headers, origin: url, "cf-connecting-ip": "10.1.2.3" };
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: all,
      body: bytes && Uint8Array.from(bytes),
    });
    const answered = failure.safeParse(await response.json());
    return `${response.status}${answered.success ? ` ${answered.data.code}` : ""}`;
  };
  return {
    group,
    name,
    bytes: length,
    times,
    send: async (url, count) => {
      let answer = "";
      for (let sent = 0; sent < count; sent += 1) answer = await send(url);
      return answer;
    },
  };
}

export function frameSending(
  { name, message }: HostileFrame,
  auctionId: string,
  session: Readonly<Record<string, string>>,
): Sending {
  const frame = message();
  const open = async (url: string): Promise<WebSocket> => {
    const address = `${url.replace("http", "ws")}/api/v1/auction/${auctionId}/live`;
    const socket = new WebSocket(address, { headers: { ...session, origin: url } });
    // The first frame is a snapshot of the auction.
    await once(socket, "message");
    return socket;
  };
  const answerOf = async (socket: WebSocket, content: string | Uint8Array): Promise<string> => {
    const answered = new Promise<string>((resolve) => {
      socket.once("close", (code) => resolve(`closed with ${code}`));
      socket.addEventListener("message", ({ data }) => {
        // Other frames say how many are watching.
        const refused = typeof data === "string" ? failure.safeParse(JSON.parse(data)) : null;
        if (refused?.success) resolve(refused.data.code);
      });
    });
    socket.send(content);
    return answered;
  };
  const closes = frame.length > SMALL.bytes;
  return {
    group: "Frames",
    name,
    bytes: frame.length,
    times: closes ? SOCKETS : SMALL.times,
    send: async (url, count) => {
      let [socket, answer] = [await open(url), ""];
      for (let sent = 0; sent < count; sent += 1) {
        if (socket.readyState !== WebSocket.OPEN) socket = await open(url);
        answer = await answerOf(socket, frame);
        socket.removeAllListeners();
      }
      socket.close();
      return answer;
    },
    // The room is awake, and has refused a frame.
    ordinary: async (url) => {
      const socket = await open(url);
      await answerOf(socket, "{}");
      socket.close();
    },
  };
}
