/**
 * Whether a session is live, without a call for each command. When a session first appears, the room asks the person's
 * inbox: the inbox has the sessions that have ended, and from then on notifies this room when this one ends. After that
 * the answer is in memory.
 */
import { LRUCache } from "lru-cache";

import { withTimeout } from "../../platform/with-timeout.ts";
import type { Viewer } from "../../room-rpc.ts";
import type { RoomStorage } from "../storage/room-storage.ts";

/** Sessions that one room has in memory; it asks again about a session that was evicted. */
const MAX_SESSIONS = 20_000;
/** A call may be lost: then the command fails and its sender tries again, instead of waiting for ever. */
export const INBOX_TIMEOUT_MS = 5_000;

/** The inboxes, as far as sessions are concerned. */
type Inboxes = {
  getByName(userId: string): Pick<DurableObjectStub<import("../../inbox/inbox.ts").Inbox>, "holdSession">;
};

export class Sessions {
  readonly #inboxes: Inboxes;
  readonly #storage: Pick<RoomStorage, "auctionId" | "setAnonymous" | "setShown">;
  readonly #known = new LRUCache<string, "live" | "ended">({
    // Not `max`, which allocates all entries at once: hundreds of kilobytes in every room.
    maxSize: MAX_SESSIONS,
    sizeCalculation: () => 1,
  });

  constructor(inboxes: Inboxes, storage: Pick<RoomStorage, "auctionId" | "setAnonymous" | "setShown">) {
    this.#inboxes = inboxes;
    this.#storage = storage;
  }

  /** Answers at once if the session is in memory. `now` is epoch ms. */
  isLive(viewer: Viewer, now: number): boolean | Promise<boolean> {
    if (viewer.expiresAt <= now) return false;
    const known = this.#known.get(viewer.sessionId);
    return known === undefined ? this.#ask(viewer) : known === "live";
  }

  end(sessionId: string): void {
    this.#known.set(sessionId, "ended");
  }

  async #ask({ actor, sessionId, expiresAt }: Viewer): Promise<boolean> {
    const inbox = this.#inboxes.getByName(actor.id);
    const held = await withTimeout(inbox.holdSession(sessionId, this.#storage.auctionId, expiresAt), INBOX_TIMEOUT_MS);
    // It may have ended while the answer was on its way.
    if (this.#known.get(sessionId) === "ended") return false;
    // A "no" is not remembered, because it may be true only for a moment.
    if (!held) return false;
    const { anonymous, shown } = held;
    if (anonymous !== undefined && anonymous !== actor.anonymous) this.#storage.setAnonymous(actor.id, anonymous);
    if (shown !== undefined) this.#storage.setShown(actor.id, shown);
    this.#known.set(sessionId, "live");
    return true;
  }
}
