import type { Viewer } from "../rpc.ts";
/**
 * Whether the session behind a socket may still bid. Its end by logging out is told to the room, its last day stands in
 * its attachment; here it is asked whether it has ended because nobody used it. A bid is a use: one that comes long
 * after the last noted one asks the person's inbox, which notes it and knows of uses elsewhere.
 */
import type { Crowd } from "./connections.ts";

/** Uses are noted this exactly; a session ends after a day without any. */
const NOTED_EVERY_MS = 10 * 60_000;

type Setup = {
  readonly crowd: Pick<Crowd, "viewerOf" | "demote" | "noteUse">;
  readonly clock: () => number;
  /** Whether the session's person is about to leave. */
  readonly isHeldBack: (sessionId: string) => boolean;
  /** Notes a use of a session; false when it had ended before. */
  readonly useSession: (userId: string, sessionId: string) => Promise<boolean>;
};

export class SocketSessions {
  readonly #setup: Setup;

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  /** Answers at once about a session that was used lately. */
  mayBid(socket: WebSocket, viewer: Viewer): boolean | Promise<boolean> {
    const { clock, isHeldBack } = this.#setup;
    const now = clock();
    const { sessionId, expiresAt, usedAt = now } = viewer;
    if (expiresAt <= now || isHeldBack(sessionId)) return false;
    return now - usedAt < NOTED_EVERY_MS || this.#use(socket, viewer, now);
  }

  async #use(socket: WebSocket, viewer: Viewer, now: number): Promise<boolean> {
    const { crowd, useSession } = this.#setup;
    const lives = await useSession(viewer.actor.id, viewer.sessionId);
    // It may have been told to be over while the answer was on its way.
    if (!crowd.viewerOf(socket)) return false;
    if (lives) crowd.noteUse(socket, now);
    else crowd.demote(viewer.sessionId);
    return lives;
  }
}
