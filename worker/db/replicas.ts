/**
 * Reads public data from D1's replicas. A replica lags behind the primary by an unknown time, but lists are seconds old
 * anyway. What people read about themselves never comes from here.
 *
 * Someone who changes a listing sees it in the next list from this isolate, and the change never disappears again.
 * After the change one read goes to the primary. From then on, its bookmark limits D1 to replicas that have the change.
 */
import { type Database, openDatabaseSession } from "./database.ts";

/** One of D1's two constraints, or a bookmark. */
type ReplicaStart = { readonly constraintOrBookmark: string };

export class Replicas {
  /**
   * The constraint or bookmark for the reads that follow. Each change makes a new object, so that a read that began
   * before the change can't set the bookmark.
   */
  #start: ReplicaStart = { constraintOrBookmark: "first-unconstrained" };

  async read<Found>(database: D1Database, read: (db: Database) => Promise<Found>): Promise<Found> {
    const start = this.#start;
    const session = database.withSession(start.constraintOrBookmark);
    const found = await read(openDatabaseSession(session));
    if (start.constraintOrBookmark === "first-primary" && start === this.#start) {
      this.#start = { constraintOrBookmark: session.getBookmark() ?? start.constraintOrBookmark };
    }
    return found;
  }

  /** Call this after a change that the next read in this isolate should include. */
  readPrimaryNext(): void {
    this.#start = { constraintOrBookmark: "first-primary" };
  }
}

/** This isolate's replicas. */
export const replicas = new Replicas();
