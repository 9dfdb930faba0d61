/** Stores deliveries from rooms in an inbox, shows them on open pages, and makes the calls that a room has missed. */
import type { Notice } from "../contract/notification.ts";
import type { AccountDeletion } from "./account-deletion/account-deletion.ts";
import type { RoomDelivery } from "./deliveries.ts";
import type { OwnAccount } from "./own-account.ts";
import type { PageSockets } from "./page-sockets.ts";
import type { CallKind, PendingCalls } from "./room-calls/pending-calls.ts";
import type { RoomWork } from "./room-work.ts";
import { type InboxStore, ANONYMOUS_KEY, NAME_OR_PHOTO_CHANGED_AT_KEY } from "./store.ts";

type DeliveryReceiverParts = {
  readonly store: InboxStore;
  readonly pending: PendingCalls;
  readonly deletion: AccountDeletion;
  readonly account: OwnAccount;
  readonly sockets: PageSockets;
  readonly work: RoomWork;
};

export class DeliveryReceiver {
  readonly #ctx: DurableObjectState;
  readonly #parts: DeliveryReceiverParts;
  readonly #clock: () => number;

  /** `clock` gives epoch ms. */
  constructor(ctx: DurableObjectState, parts: DeliveryReceiverParts, clock: () => number) {
    this.#ctx = ctx;
    this.#parts = parts;
    this.#clock = clock;
  }

  /** Stores all of the deliveries, or throws and stores none. */
  receive(deliveries: readonly RoomDelivery[]): void {
    const joinedAuctionIds = deliveries.flatMap((delivery) => delivery.joinedAuctionId ?? []);
    const { store, pending, deletion, work } = this.#parts;
    if (deletion.hasBegun) {
      // A bid that was in flight, or that a room couldn't deliver before.
      if (joinedAuctionIds.length > 0)
        this.#ctx.waitUntil(work.addAndRun(() => deletion.addAuctions(joinedAuctionIds)));
      return;
    }
    if (joinedAuctionIds.length > 0) {
      store.addAuctions(joinedAuctionIds);
      const missed = this.#missedCallKinds();
      const add = () => missed.forEach((kind) => pending.add(kind, "", joinedAuctionIds));
      if (missed.length > 0) this.#ctx.waitUntil(work.addAndRun(add));
    }
    this.#storeAndShow(deliveries.flatMap(({ notices }) => notices));
  }

  /** The calls for a room in which the person has begun to bid, perhaps with a token from before a change. */
  #missedCallKinds(): CallKind[] {
    const { account, pending } = this.#parts;
    if (!account.mayBeStaleElsewhere(this.#clock())) return [];
    const { kv } = this.#ctx.storage;
    const hasChosenAnonymity = kv.get<boolean>(ANONYMOUS_KEY) !== undefined || pending.has("privacy");
    const missed: CallKind[] = hasChosenAnonymity ? ["privacy"] : [];
    if (kv.get<number>(NAME_OR_PHOTO_CHANGED_AT_KEY) !== undefined) missed.push("shown");
    if (account.isSuspended) missed.push("void");
    return missed;
  }

  /** Stores new notices and shows them on open pages. */
  #storeAndShow(notices: readonly Notice[]): void {
    const { store, sockets } = this.#parts;
    const added = store.add(notices);
    if (added.length === 0) return;
    const unread = store.countUnread();
    const standings = new Map(
      notices.flatMap((notice) => (notice.standing ? [[notice.auctionId, notice.standing]] : [])),
    );
    for (const notification of added) {
      const { message, auctionId } = notification;
      const standing = standings.get(auctionId);
      sockets.send({ type: "bidNotification", message, notification, unread, ...(standing && { standing }) });
    }
  }
}
