/** A room's storage and queue on the storage of a real Durable Object, without the other parts of the room. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

import { BidGuard } from "../room/commands/bid-guard.ts";
import { RequestQueue } from "../room/commands/queue.ts";
import type { RoomRequests } from "../room/commands/requests.ts";
import { ROOM_LIMITS, type RoomLimits } from "../room/limits.ts";
import { RoomStorage } from "../room/storage/room-storage.ts";
import type { SequencedFact } from "../rules/facts.ts";
import { anOpenRequest, newId } from "./builders.ts";

export type RoomParts = {
  readonly ctx: DurableObjectState;
  readonly storage: RoomStorage;
  readonly queue: RequestQueue;
};

type RoomSetup = {
  readonly clock?: () => number;
  /** Long by default, so that no command times out on a slow machine. */
  readonly bidTimeoutMs?: number;
  readonly onCommitted?: (facts: readonly SequencedFact[]) => void;
  /** Limits to use in place of the room's own. */
  readonly limits?: Partial<RoomLimits>;
};

/** Runs `work` with an empty room, and deletes its storage afterwards. */
export async function withRoom(
  work: (room: RoomParts) => Promise<void>,
  { clock = () => Date.now(), bidTimeoutMs = 600_000, onCommitted = () => {}, limits = {} }: RoomSetup = {},
): Promise<void> {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, ctx) => {
    const storage = new RoomStorage(ctx, clock, { ...ROOM_LIMITS, ...limits });
    const guard = new BidGuard(storage, ctx.storage.kv, clock, 1);
    await work({ ctx, storage, queue: new RequestQueue(storage, guard, clock, bidTimeoutMs, onCommitted) });
    await ctx.storage.deleteAll();
  });
}

export function anOpenRoomRequest(): RoomRequests["open"] {
  return { ...anOpenRequest(), type: "open", salt: newId() };
}
