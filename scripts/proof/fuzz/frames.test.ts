/**
 * Hundreds of frames with random mistakes, from a user who can bid and from a visitor. Each gets one answer with its
 * own ID, or closes the socket with the code that the protocol defines. The inbox accepts no frames.
 */
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { z } from "zod";

import { newId } from "../../../worker/testing/builders.ts";
import { someoneSignedIn } from "../../../worker/testing/http.ts";
import { aListing } from "../../../worker/testing/selling.ts";
import { watchAuction, watchInbox } from "../../../worker/testing/sockets.ts";
import { Random } from "../../seed/random.ts";
import { HOSTILE_FRAMES } from "../hostile/inputs.ts";
import { BROKEN_JSON } from "../hostile/texts.ts";
import { seedsOf } from "../seeds.ts";
import { withWrongValue } from "./wrong-values.ts";

const IS_NIGHTLY = env.LOTLINE_LONG === "1";
const ROUNDS = IS_NIGHTLY ? 80 : 2;
const FRAMES_PER_ROUND = 250;
const SEEDS = seedsOf(ROUNDS, { freshCount: IS_NIGHTLY ? ROUNDS : 0, firstSeed: env.SEED });

const MAX_FRAME_BYTES = 4_096;
const TEXTS = [
  "pong",
  '{"type":"newBid"}',
  '{"type":"closed"}',
  '{"type":"ack"}',
  `"${"x".repeat(MAX_FRAME_BYTES - 1)}"`,
  `"${"é".repeat(MAX_FRAME_BYTES / 2 + 2)}"`,
  ...BROKEN_JSON,
  ...HOSTILE_FRAMES.map(({ message }) => message()).filter((frame) => typeof frame === "string"),
];

function aFrame(productId: string, random: Random): string {
  const kind = random.weighted({ wrong: 7, valid: 1, text: 1, noise: 1 });
  if (kind === "text") return random.pick(TEXTS);
  if (kind === "noise") {
    const letters = Array.from({ length: random.integer(0, 40) }, () =>
      String.fromCodePoint(random.integer(0, 0x1_ff_ff)),
    );
    return letters.join("").toWellFormed();
  }
  const offer = random.pick([{ bidAmount: 100 }, { maxBid: 200 }, { bidAmount: 150, maxBid: 300, confirmed: true }]);
  const frame = { type: "newBid", requestId: newId(), productId, ...offer };
  return JSON.stringify(kind === "valid" ? frame : withWrongValue(frame, random)).toWellFormed();
}

/** A socket that's opened again whenever the server closes it. */
class FrameSender {
  readonly #auctionId: string;
  readonly #cookie: string | undefined;
  #connection: Awaited<ReturnType<typeof watchAuction>> | null = null;

  constructor(auctionId: string, cookie: string | undefined) {
    this.#auctionId = auctionId;
    this.#cookie = cookie;
  }

  /** Sends a frame, and describes the fault in the answer. Null if there is none. */
  async faultOf(frame: string): Promise<string | null> {
    const connection = (this.#connection ??= await watchAuction(this.#auctionId, { cookie: this.#cookie }));
    const acks = () => connection.frames.filter(({ type }) => type === "ack");
    const before = acks().length;
    connection.socket.send(frame);
    const { closed } = connection;
    await vi.waitFor(() => expect(acks().length - before + closed.length).toBe(1), { timeout: 10_000, interval: 1 });
    const isLong = new TextEncoder().encode(frame).byteLength > MAX_FRAME_BYTES;
    const [end] = closed;
    if (end) this.#connection = null;
    if (end || isLong) return isLong && end?.code === 1009 ? null : `closed with ${end?.code}`;
    const ack = acks().at(-1);
    if (ack?.type !== "ack" || (!ack.success && ack.code === "internal_error"))
      return `answered ${JSON.stringify(ack)}`;
    // The answer repeats only the beginning of an overlong ID.
    const requestId = requestIdIn(frame);
    const isItsOwn = [requestId, Array.from(requestId).slice(0, 64).join("")].includes(ack.requestId);
    return isItsOwn ? null : `answered ${JSON.stringify(ack)} to ${requestId}`;
  }

  close(): void {
    this.#connection?.socket.close();
  }
}

function requestIdIn(frame: string): string {
  try {
    return z.looseObject({ requestId: z.string() }).safeParse(JSON.parse(frame)).data?.requestId ?? "";
  } catch {
    return "";
  }
}

it(
  `the room answers ${ROUNDS * FRAMES_PER_ROUND} frames as the protocol says (from seed ${SEEDS[0]})`,
  { timeout: IS_NIGHTLY ? 1_800_000 : 300_000 },
  async () => {
    for (const seed of SEEDS) {
      const random = new Random(`frames ${seed}`);
      const { id } = await aListing();
      const visitor = new FrameSender(id, undefined);
      const bidder = new FrameSender(id, (await someoneSignedIn()).cookie);
      for (let index = 0; index < FRAMES_PER_ROUND; index += 1) {
        const frame = aFrame(id, random);
        const fault = await (index % 3 === 0 ? visitor : bidder).faultOf(frame);
        expect({ seed, frame, fault }).toEqual({ seed, frame, fault: null });
      }
      for (const sender of [visitor, bidder]) sender.close();
    }
  },
);

it("the inbox closes the socket on any frame from the client", async () => {
  const random = new Random(`inbox ${SEEDS[0]}`);
  const { cookie } = await someoneSignedIn();
  for (let index = 0; index < 20; index += 1) {
    const { socket, closed } = await watchInbox(cookie);
    socket.send(aFrame(newId(), random));
    await vi.waitFor(() => expect(closed).toMatchObject([{ code: 1003 }]), { timeout: 10_000 });
  }
});
