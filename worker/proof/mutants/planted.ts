/**
 * Mistakes that someone could make in the heart of the house, each as a change of its text. Every one must be caught
 * by some test; one that survives says which test is missing.
 */

export type Planted = {
  readonly name: string;
  /** From the root of the tree. */
  readonly file: string;
  /** Each text stands exactly once in the file. */
  readonly changes: readonly (readonly [from: string, to: string])[];
};

export const PLANTED: readonly Planted[] = [
  {
    name: "a bid at the very end still counts: > for >=",
    file: "worker/rules/closing.ts",
    changes: [["return now >= auction.endsAt;", "return now > auction.endsAt;"]],
  },
  {
    name: "an extension is told although the end cannot move any more: >= for >",
    file: "worker/rules/closing.ts",
    changes: [["return endsAt > auction.endsAt ?", "return endsAt >= auction.endsAt ?"]],
  },
  {
    name: "extensions go on for ever",
    file: "worker/rules/closing.ts",
    changes: [["Math.min(now + window, auction.scheduledEndsAt + MAX_WINDOWS * window)", "now + window"]],
  },
  {
    name: "closes again each time someone looks",
    file: "worker/rules/closing.ts",
    changes: [
      [
        'if (auction.phase !== "open" || !isOver(auction, now)) return accept();',
        "if (!isOver(auction, now)) return accept();",
      ],
    ],
  },
  {
    name: "exactly the smallest next bid is refused: <= for <",
    file: "worker/rules/bidding.ts",
    changes: [["amountMinor < minimumMinor)", "amountMinor <= minimumMinor)"]],
  },
  {
    name: "the seller may bid",
    file: "worker/rules/bidding.ts",
    changes: [['return personId === auction.sellerId ? { code: "own_auction" } : null;', "return null;"]],
  },
  {
    name: "a withdrawal is allowed in the last minutes",
    file: "worker/rules/bidding.ts",
    changes: [["leftMs < auction.terms.freezeMs || leftMs <= 0", "leftMs <= 0"]],
  },
  {
    name: "a withdrawal forgets to recompute the leader",
    file: "worker/rules/auction.ts",
    changes: [
      [
        "return { ...next, top: without(auction.top, fact.bidId), bidCount: auction.bidCount - 1 };",
        "return { ...next, bidCount: auction.bidCount - 1 };",
      ],
    ],
  },
  {
    name: "numbers skip when one command makes two facts",
    file: "worker/rules/auction.ts",
    changes: [["seq: seq + index + 1", "seq: seq + index * 2 + 1"]],
  },
  {
    name: "a clock that was set back runs time backwards",
    file: "worker/rules/auction.ts",
    changes: [["Math.max(now, auction?.at ?? 0)", "now"]],
  },
  {
    name: "a listing with bids is cancelled to the very end",
    file: "worker/rules/listing.ts",
    changes: [['  if (auction.endsAt - now <= WITHDRAW_FREELY_MS) return refuse({ code: "cancel_too_late" });\n', ""]],
  },
  {
    name: "a blocked person bids on",
    file: "worker/rules/moderation.ts",
    changes: [['return isBlocked(auction, personId) ? { code: "bidder_blocked" } : null;', "return null;"]],
  },
  {
    name: "something is awaited between the state that is read and the one that is written",
    file: "worker/room/turns.ts",
    changes: [
      [
        "    if (inTime.length > 0) this.#run(inTime);\n",
        "    const here = this.#here;\n    const run = () => {\n      this.#here = here;\n      this.#run(inTime);\n    };\n    if (inTime.length > 0) setTimeout(run, 3);\n",
      ],
    ],
  },
  {
    name: "a bid that waited for long is decided all the same",
    file: "worker/room/turns.ts",
    changes: [["const late = since < lateSince && shed !== null;", "const late = since < 0 && shed !== null;"]],
  },
  {
    name: "told before it is stored",
    file: "worker/room/turns.ts",
    changes: [
      [
        "      page.lastHash = journal.append(",
        "      this.#setup.committed(recorded);\n      page.lastHash = journal.append(",
      ],
      ["    if (recorded.length > 0) this.#setup.committed(recorded);\n", ""],
    ],
  },
  {
    name: "memory is replaced before the commit",
    file: "worker/room/turns.ts",
    changes: [
      [
        "      page.lastHash = journal.append(",
        "      this.#here = page.here();\n      page.lastHash = journal.append(",
      ],
      ["      this.load();\n", ""],
    ],
  },
  {
    name: "the answer to a key is kept after the turn, not in its transaction",
    file: "worker/room/turns.ts",
    changes: [
      [
        "      this.#answers.keep(page.answers, now);\n",
        "      setTimeout(() => this.#answers.keep(page.answers, now), 5);\n",
      ],
    ],
  },
  {
    name: "the alarm is not set in the commit",
    file: "worker/room/turns.ts",
    changes: [["      alarm.ringBy(Math.min(nextWake(auction) ?? Infinity, now + OWED_CHECK_MS));\n", ""]],
  },
  {
    name: "an undone transaction leaves the alarm believed to be set",
    file: "worker/room/turns.ts",
    changes: [["      this.#setup.alarm.forget();\n", ""]],
  },
  {
    name: "a refused command leaves an answer for its key",
    file: "worker/room/turns.ts",
    changes: [
      [
        "    if (!decision.ok) {\n",
        '    if (!decision.ok) {\n      if (wish.key !== undefined) page.keep(wish.actor.id, wish.key, wish.payload, "{}");\n',
      ],
    ],
  },
  {
    name: "one command that fails takes its whole turn with it",
    file: "worker/room/turns.ts",
    changes: [["for (const one of waiting) this.#run([one]);", "for (const one of waiting) one.fail(error);"]],
  },
  {
    name: "the same key with another wish gets the first answer",
    file: "worker/room/turns.ts",
    changes: [["return earlier.payload === wish.payload ? ", "return earlier ? "]],
  },
  {
    name: "keys of all people are one",
    file: "worker/room/kept-answers.ts",
    changes: [["return `${actorId} ${key}`;", "return actorId ? key : key;"]],
  },
  {
    name: "an answer that was undone is still remembered by its key",
    file: "worker/room/turns.ts",
    changes: [["    this.#answers.load();\n", "    if (!this.#here) this.#answers.load();\n"]],
  },
  {
    name: "an answer of a session that has ended is live for who asks first",
    file: "worker/room/live-sessions.ts",
    changes: [['if (this.#known.get(sessionId) === "ended" || this.isHeldBack(', "if (this.isHeldBack("]],
  },
  {
    name: "a name is stored with the next command, not with the first",
    file: "worker/room/turns.ts",
    changes: [["      for (const actor of page.newcomers) this.#people.save(actor);\n", ""]],
  },
  {
    name: "the hash chain skips the facts of a turn but the first",
    file: "worker/room/journal.ts",
    changes: [
      [
        "hash = sha256(chainInput(hash, publicOf(record)));",
        "hash = sha256(chainInput(previousHash, publicOf(record)));",
      ],
    ],
  },
  {
    name: "a room that wakes takes withdrawn bids for standing",
    file: "worker/room/journal.ts",
    changes: [['"SELECT * FROM bids WHERE withdrawn = 0 ORDER BY seq"', '"SELECT * FROM bids ORDER BY seq"']],
  },
  {
    name: "a room that wakes stacks its bids by when they were first placed",
    file: "worker/room/journal.ts",
    changes: [
      [
        '"SELECT * FROM bids WHERE withdrawn = 0 ORDER BY seq"',
        '"SELECT * FROM bids WHERE withdrawn = 0 ORDER BY placed_at"',
      ],
    ],
  },
  {
    name: "a withdrawn bid keeps its old number, so D1 never hears of it",
    file: "worker/room/journal.ts",
    changes: [
      ['"UPDATE bids SET withdrawn = 1, seq = ? WHERE id = ?", seq,', '"UPDATE bids SET withdrawn = 1 WHERE id = ?",'],
    ],
  },
  {
    name: "a cursor moves before the delivery",
    file: "worker/room/feed.ts",
    changes: [
      [
        "      const taken = await answeredInTime(",
        "      source.journal.cursors.move(reader, from, source.auction.seq);\n      const taken = await answeredInTime(",
      ],
    ],
  },
  {
    name: "a cursor that was returned is moved on by the delivery that began before",
    file: "worker/room/cursors.ts",
    changes: [
      [
        "if (this.at(reader) === from) this.#place(reader, Math.max(from, seq));",
        "this.#place(reader, Math.max(from, seq));",
      ],
    ],
  },
  {
    name: "a cursor moves past what was delivered",
    file: "worker/room/delivery.ts",
    changes: [["    return upTo;", "    return auction.seq;"]],
  },
  {
    name: "D1's cursor moves past the bids that were written",
    file: "worker/room/delivery.ts",
    changes: [
      [
        "    return changed.length < BIDS_PER_BATCH ? auction.seq : (changed.at(-1)?.seq ?? auction.seq);",
        "    return auction.seq;",
      ],
    ],
  },
  {
    name: "a reader that never answers is waited for",
    file: "worker/room/feed.ts",
    changes: [["await answeredInTime(deliver(source, from))", "await deliver(source, from)"]],
  },
  {
    name: "a feed that has failed never runs in the background again",
    file: "worker/room/feed.ts",
    changes: [
      [
        "    } while (this.#failures === 0 && this.isOwed());",
        "    } while (this.#failures === 0 && this.isOwed());\n    if (this.#failures > 0) return;",
      ],
    ],
  },
  {
    name: "an alarm that rings does not look at the clock",
    file: "worker/room/lifecycle.ts",
    changes: [["      turns.settle();\n      turns.dropOldAnswers();\n", "      turns.dropOldAnswers();\n"]],
  },
  {
    name: "an alarm waits for the delivery",
    file: "worker/room/lifecycle.ts",
    changes: [
      ["  ring(): void {", "  async ring(): Promise<void> {"],
      ["      this.#deliverSoon();\n    } catch", "      await this.#deliver();\n    } catch"],
    ],
  },
  {
    name: "a room that is gone is emptied before its last fact is delivered",
    file: "worker/room/lifecycle.ts",
    changes: [["if (turns.shown || delivery.isOwed())", "if (turns.shown)"]],
  },
  {
    name: "a lost alarm is believed to be set",
    file: "worker/room/lifecycle.ts",
    changes: [["    await alarm.recall();\n", ""]],
  },
  {
    name: "who comes back hears the last fact again",
    file: "worker/room/reading.ts",
    changes: [["journal.since(seen, MAX_CATCH_UP)", "journal.since(seen - 1, MAX_CATCH_UP)"]],
  },
  {
    name: "a relay tells what does not follow on",
    file: "worker/room/relay-audience.ts",
    changes: [[" || frame.from > before + 1) return;", ") return;"]],
  },
  {
    name: "who joins a relay is not told what the others were told meanwhile",
    file: "worker/room/relay-audience.ts",
    changes: [["        if (first.seq < this.#seq) continue;\n", ""]],
  },
  {
    name: "who joins while facts wait hears them twice",
    file: "worker/room/audience.ts",
    changes: [["    if (this.#pending.length > 0 || this.#flushing) this.#caughtUp.set(socket, joining.seq);\n", ""]],
  },
  {
    name: "the leader who raises his own bid is told that he was outbid",
    file: "worker/rules/bidding.ts",
    changes: [["return leaderId === bidderId ? null : leaderId;", "return leaderId;"]],
  },
  {
    name: "condensing keeps the oldest note of being outbid",
    file: "worker/room/notices.ts",
    changes: [["for (const one of addressed.toReversed()) {", "for (const one of addressed) {"]],
  },
  {
    name: "the watermark of an auction is not stored",
    file: "worker/inbox/store.ts",
    changes: [["ON CONFLICT (auction_id) DO UPDATE SET seq = excluded.seq", "ON CONFLICT (auction_id) DO NOTHING"]],
  },
  {
    name: "a repeated notice is taken again: >= for >",
    file: "worker/inbox/store.ts",
    changes: [["({ seq }) => seq > heard)", "({ seq }) => seq >= heard)"]],
  },
  {
    name: "notes of being outbid pile up",
    file: "worker/inbox/store.ts",
    changes: [["    if (newestOutbid) {\n", "    if (newestOutbid && heard < 0) {\n"]],
  },
  {
    name: "a late delivery overwrites a newer row of an auction",
    file: "worker/catalogue/projection.ts",
    changes: [["WHERE excluded.seq > auctions.seq", "WHERE true"]],
  },
  {
    name: "a late delivery overwrites a newer bid",
    file: "worker/catalogue/projection.ts",
    changes: [["WHERE excluded.seq > bids.seq", "WHERE true"]],
  },
  {
    name: "a late delivery brings back the bids of an auction that is gone",
    file: "worker/catalogue/projection.ts",
    changes: [["auctions.phase IN ('open', 'closed', 'hidden')", "auctions.phase IS NOT NULL"]],
  },
  {
    name: "D1's answer is not awaited",
    file: "worker/catalogue/projection.ts",
    changes: [["await db.batch(statements);", "void db.batch(statements);"]],
  },
];
