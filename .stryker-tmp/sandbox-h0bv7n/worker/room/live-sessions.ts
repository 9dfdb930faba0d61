/**
 * Whether a session may still act in this room, without asking anyone at each bid. When a session shows up for the
 * first time its person's inbox is asked: it knows the sessions that have ended, and notes that this room must hear of
 * the end of this one. From then on memory answers.
 */
// @ts-nocheck

import type { Viewer } from "./rpc.ts";

/** What a person's inbox says: true when the session lives, and from now on tells this room when it ends. */
type Ask = (userId: string, sessionId: string, expiresAt: number) => Promise<boolean>;

/** Sessions that one room remembers; it asks again about those that it has forgotten. */
const MOST = 20_000;

export class LiveSessions {
  readonly #ask: Ask;
  readonly #known = new Map<string, "live" | "ended">();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Answers at once about a session that is known. `now` is epoch ms. */
  lives({ actor, sessionId, expiresAt }: Viewer, now: number): boolean | Promise<boolean> {
    if (expiresAt <= now) return false;
    const known = this.#known.get(sessionId);
    return known === undefined ? this.#meet(actor.id, sessionId, expiresAt) : known === "live";
  }

  end(sessionId: string): void {
    this.#known.set(sessionId, "ended");
  }

  async #meet(userId: string, sessionId: string, expiresAt: number): Promise<boolean> {
    const lives = await this.#ask(userId, sessionId, expiresAt);
    // It may have ended while the answer was on its way.
    if (this.#known.get(sessionId) === "ended") return false;
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(sessionId, lives ? "live" : "ended");
    return lives;
  }
}
