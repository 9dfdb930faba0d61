/**
 * Sends thousands of frames generated from the live protocol's schema, from a user who can bid and from one who can't.
 * Each gets one answer with its own ID, or closes the socket with the code that the protocol defines. The inbox accepts
 * no frames.
 */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";

import { clientFrame, serverFrame } from "../../../worker/contract/live.ts";
import { newId } from "../../../worker/testing/builders.ts";
import { request } from "../../../worker/testing/http.ts";
import { HOSTILE_FRAMES } from "../hostile/inputs.ts";
import { BROKEN_JSON } from "../hostile/texts.ts";
import { seedsOf } from "../seeds.ts";
import { schemaShape, valuesOf } from "./values.ts";
import { aWorld, filled, revealsMaximum, type FuzzIds } from "./world.ts";

const LONG = env.LOTLINE_LONG === "1";
const FRAMES = LONG ? 20_000 : 500;
const ROUND = 250;
const ROUNDS = FRAMES / ROUND;
const SEEDS = seedsOf(ROUNDS, { fresh: LONG ? ROUNDS : 0, repeat: env.SEED });

const RAW = ["pong", '{"type":"newBid"}', '{"type":"closed"}', '{"type":"ack"}'];
const TEXT_FRAMES = HOSTILE_FRAMES.map(({ message }) => message()).filter((frame) => typeof frame === "string");
const frames = fc.oneof(
  {
    weight: 8,
    arbitrary: valuesOf(schemaShape.parse(z.toJSONSchema(clientFrame, { io: "input", unrepresentable: "any" }))).map(
      (value) => JSON.stringify(value),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...RAW,
      ...BROKEN_JSON,
      ...TEXT_FRAMES,
      `"${"x".repeat(4_095)}"`,
      `"${"é".repeat(2_050)}"`,
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

/** A socket that reopens whenever it's closed, and that returns received frames one by one. */
class Client {
  readonly #path: string;
  readonly #cookie: string | undefined;
  /** Everything it has received. */
  readonly texts: string[] = [];
  #socket: WebSocket | null = null;
  #received: string[] = [];
  #wake: () => void = () => {};

  constructor(path: string, cookie: string | undefined) {
    this.#path = path;
    this.#cookie = cookie;
  }

  /** The answer to a frame: the text of an ack, or the code that closed the socket. */
  async exchange(frame: string): Promise<string> {
    this.#socket ??= await this.#open();
    this.#received = [];
    this.#socket.send(frame);
    for (;;) {
      const next = this.#received.shift();
      if (next === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else if (/^\d+$/.test(next) || next.includes('"type":"ack"')) return next;
    }
  }

  close(): void {
    this.#socket?.close();
  }

  async #open(): Promise<WebSocket> {
    const { webSocket } = await request(this.#path, { cookie: this.#cookie, headers: { upgrade: "websocket" } });
    if (!webSocket) throw new Error("no socket");
    const receive = (text: string) => {
      this.texts.push(text);
      this.#received.push(text);
      this.#wake();
    };
    webSocket.addEventListener("message", ({ data }) => receive(String(data)));
    webSocket.addEventListener("close", ({ code }) => {
      this.#socket = null;
      receive(String(code));
    });
    webSocket.accept();
    return webSocket;
  }
}

/** What's wrong with the answer to a frame, or null. */
function faultOf(frame: string, answer: string): string | null {
  const isLong = new TextEncoder().encode(frame).byteLength > 4_096;
  if (/^\d+$/.test(answer)) return isLong && answer === "1009" ? null : `closed with ${answer}`;
  const ack = serverFrame.safeParse(JSON.parse(answer));
  if (isLong || !ack.success || ack.data.type !== "ack") return `answered ${answer}`;
  if (!ack.data.success && ack.data.code === "internal_error") return `a failure of ours: ${answer}`;
  const sent = z.looseObject({ requestId: z.string() }).safeParse(parsed(frame));
  const requestId = sent.success ? sent.data.requestId : "";
  // The answer repeats only the beginning of an overlong ID.
  const isItsOwn = [requestId, Array.from(requestId).slice(0, 64).join("")].includes(ack.data.requestId);
  return isItsOwn ? null : `answered ${answer} to ${requestId}`;
}

function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return null;
  }
}

async function faultsIn(round: readonly string[], world: FuzzIds): Promise<string[]> {
  const path = `/auction/${world["auction"] ?? ""}/live`;
  const visitor = new Client(path, undefined);
  const clients = [new Client(path, world["bidder"]), visitor];
  const faults: string[] = [];
  for (const [index, template] of round.entries()) {
    const frame = filled(template, world).toWellFormed();
    const client = clients[index % 3 === 0 ? 1 : 0];
    const fault = client && faultOf(frame, await client.exchange(frame));
    if (typeof fault === "string") faults.push(`${JSON.stringify(template)} ${fault}`.toWellFormed());
  }
  for (const client of clients) client.close();
  const shown = visitor.texts.join("\n");
  if (await revealsMaximum(shown, world)) faults.push(`a maximum was published in ${shown}`);
  return faults;
}

it(
  `the room answers ${FRAMES} frames as the protocol says (from seed ${SEEDS[0]})`,
  { timeout: LONG ? 1_800_000 : 300_000 },
  async () => {
    for (const seed of SEEDS) {
      const faults = await faultsIn(fc.sample(frames, { seed, numRuns: ROUND }), await aWorld());
      expect({ seed, faults }).toEqual({ seed, faults: [] });
    }
  },
);

it("the inbox closes the socket on any frame from the client", async () => {
  const { bidder } = await aWorld();
  for (const frame of fc.sample(frames, { seed: SEEDS[0] ?? 1, numRuns: 20 })) {
    const client = new Client("/user/live", bidder);
    expect(await client.exchange(frame.replaceAll("{{nobody}}", newId()))).toBe("1003");
  }
});
