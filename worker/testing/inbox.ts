/**
 * An inbox on the storage of a real Durable Object, with the real D1. Its rooms only record the calls that they get.
 * The test runs the inbox's alarm, so that it can count the calls in each event.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

import { Inbox } from "../inbox/inbox.ts";
import type { CallLimits } from "../inbox/room-calls/call-budget.ts";
import { bucketWithLimits } from "./bucket.ts";
import { standIn } from "./stand-in.ts";

export type RoomCall = { readonly method: string; readonly auctionId: string; readonly args: readonly unknown[] };

/** Answers a call to a room. It may reject or wait. If it returns `undefined`, the room gives its default answer. */
export type StandInRoom = (call: RoomCall) => Promise<unknown>;

const DEFAULT_ANSWERS: Readonly<Record<string, unknown>> = {
  checkDeletion: { leads: false, sellsWithBids: false },
  removePerson: { imageKeys: [] },
};

export type InboxParts = {
  /** Another object on the same storage, as after an eviction. */
  readonly wake: () => Inbox;
  readonly calls: RoomCall[];
  readonly alarm: { at: number | null };
  /** Runs the alarm until it is no longer set. Returns the number of calls to rooms in each event. */
  readonly fireAlarmsUntilDone: (inbox: Inbox) => Promise<number[]>;
  readonly storage: DurableObjectStorage;
};

type InboxSetup = {
  readonly room?: StandInRoom;
  readonly limits?: CallLimits;
  readonly clock?: () => number;
  readonly database?: D1Database;
};

/** Far more events than any test needs. */
const MAX_EVENTS = 1_000;

export async function withInbox(
  userId: string,
  work: (parts: InboxParts) => Promise<void>,
  { room = async () => {}, limits, clock = () => Date.now(), database = env.DB }: InboxSetup = {},
): Promise<void> {
  const calls: RoomCall[] = [];
  const getByName = (auctionId: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          async (...args: unknown[]) => {
            const call = { method: String(method), auctionId, args };
            calls.push(call);
            return (await room(call)) ?? DEFAULT_ANSWERS[call.method];
          },
      },
    );
  await runInDurableObject(env.INBOX.getByName(userId), async (_inbox, ctx) => {
    const alarm: { at: number | null } = { at: null };
    vi.spyOn(ctx.storage, "setAlarm").mockImplementation(async (at) => {
      alarm.at = Number(at);
    });
    vi.spyOn(ctx.storage, "deleteAlarm").mockImplementation(async () => {
      alarm.at = null;
    });
    const testEnv = standIn<Env>({
      ...env,
      DB: database,
      AUCTION_ROOM: { getByName },
      IMAGE_BUCKET: bucketWithLimits(),
    });
    const fireAlarmsUntilDone = async (inbox: Inbox) => {
      const callCounts: number[] = [];
      while (alarm.at !== null && callCounts.length < MAX_EVENTS) {
        const before = calls.length;
        await inbox.alarm();
        callCounts.push(calls.length - before);
      }
      return callCounts;
    };
    try {
      const wake = () => new Inbox(ctx, testEnv, clock, limits, undefined, 0);
      await work({ wake, calls, alarm, fireAlarmsUntilDone, storage: ctx.storage });
    } finally {
      vi.restoreAllMocks();
    }
  });
}
