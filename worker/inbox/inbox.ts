/** One user: their notifications and their open pages. Under construction in this commit. */
import { DurableObject } from "cloudflare:workers";

import type { NoticeKind, Notification } from "../contract/notification.ts";

/** One thing to tell one person, made from one fact of one auction. */
export type Notice = {
  readonly auctionId: string;
  readonly seq: number;
  readonly kind: NoticeKind;
  readonly message: string;
  readonly at: number;
};

export class Inbox extends DurableObject<Env> {
  /** Idempotent: facts of one auction come in order, so what is not newer than the last one is a repeat. */
  async deliver(_notices: readonly Notice[]): Promise<void> {
    throw new Error("not built");
  }
  async list(): Promise<{ notifications: Notification[]; unread: number }> {
    throw new Error("not built");
  }
  async markRead(): Promise<{ unread: number }> {
    throw new Error("not built");
  }
  async clear(): Promise<{ unread: number }> {
    throw new Error("not built");
  }
}
