/**
 * Whether a session may still act in this room, without asking anyone at each bid. When a session shows up for the
 * first time its person's inbox is asked: it knows the sessions that have ended, and notes that this room must hear of
 * the end of this one. From then on memory answers.
 */
import type { HeldSession } from "../../contract/live.ts";
import type { Actor, Viewer } from "../rpc.ts";

type Setup = {
  /** Asks a person's inbox, which from now on tells this room when the session ends; null when it has ended. */
  readonly ask: (userId: string, sessionId: string, expiresAt: number) => Promise<HeldSession | null>;
  /** Hears whether someone is shown under a number, where the session that they came with did not know it. */
  readonly named: (personId: string, anonymous: boolean) => void;
};

/** Sessions that one room remembers; it asks again about those that it has forgotten. */
const MOST = 20_000;

export class LiveSessions {
  readonly #setup: Setup;
  readonly #known = new Map<string, "live" | "ended">();
  /** Sessions whose person may be about to leave, until when (epoch ms). */
  readonly #heldBack = new Map<string, number>();

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  /** Answers at once about a session that is known. `now` is epoch ms. */
  lives({ actor, sessionId, expiresAt }: Viewer, now: number): boolean | Promise<boolean> {
    if (expiresAt <= now || this.isHeldBack(sessionId, now)) return false;
    const known = this.#known.get(sessionId);
    return known === undefined ? this.#meet(actor, sessionId, expiresAt, now) : known === "live";
  }

  /** Lets a session act no more until a time, or with 0 go on. A room that forgets it had nothing to do meanwhile. */
  holdBack(sessionId: string, until: number): void {
    if (until === 0) this.#heldBack.delete(sessionId);
    else this.#heldBack.set(sessionId, until);
  }

  isHeldBack(sessionId: string, now: number): boolean {
    return (this.#heldBack.get(sessionId) ?? 0) > now;
  }

  end(sessionId: string): void {
    this.#known.set(sessionId, "ended");
  }

  async #meet(actor: Actor, sessionId: string, expiresAt: number, now: number): Promise<boolean> {
    const held = await this.#setup.ask(actor.id, sessionId, expiresAt);
    // It may have ended, or been held back, while the answer was on its way.
    if (this.#known.get(sessionId) === "ended" || this.isHeldBack(sessionId, now)) return false;
    // A no is not kept: it may be one for a moment.
    if (!held) return false;
    const { anonymous } = held;
    if (anonymous !== undefined && anonymous !== actor.anonymous) this.#setup.named(actor.id, anonymous);
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(sessionId, "live");
    return true;
  }
}
