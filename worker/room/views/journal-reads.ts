/**
 * Journal reads of one room, one at a time. A full page takes as long as dozens of bids, and anyone can request it. So
 * after each read, the bids get at least as much time. When too many reads wait, the next is refused. A client can
 * retry a read, but a bid may come too late.
 */
import type { JournalPage } from "../../rpc/room-rpc.ts";

/** Reads that can wait or run at the same time. The last of them is served within a second. */
const MAX_READS = 10;
/** The minimum number of facts that are read in a millisecond. */
const FACTS_PER_MS = 20;

export class JournalReads {
  #readCount = 0;
  /** Resolves when the next read may begin. */
  #free: Promise<void> = Promise.resolve();

  /** Calls `read` in order of arrival. Null, without calling it, when too many wait. */
  async serve<Read extends JournalPage | null>(read: () => Read): Promise<{ readonly page: Read } | null> {
    if (this.#readCount >= MAX_READS) return null;
    this.#readCount += 1;
    const turn = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await turn;
    let factCount = 0;
    try {
      const page = read();
      factCount = page?.records.length ?? 0;
      return { page };
    } finally {
      this.#readCount -= 1;
      setTimeout(resolve, factCount / FACTS_PER_MS);
    }
  }
}
