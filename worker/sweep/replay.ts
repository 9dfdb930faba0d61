/**
 * Rebuilds an auction and its bids from its journal alone, and checks the hash of each fact. The audit compares
 * everything else with the result. Pure.
 */
import { hash as digest } from "node:crypto";

import type { StoredBid } from "../room/storage/bids.ts";
import type { AuditedFact } from "../rpc/room-rpc.ts";
import { type Auction, evolve, leaderOf, bidExposedBy } from "../rules/auction.ts";
import { canonicalJson, chainInput, GENESIS_HASH } from "../rules/facts.ts";

export class JournalReplay {
  auction: Auction | null = null;
  lastHash = GENESIS_HASH;
  /** False once a hash does not match its fact and the hash before it. */
  isChained = true;
  readonly #bids = new Map<string, StoredBid>();

  get seq(): number {
    return this.auction?.seq ?? 0;
  }

  /** All bids ever placed, in the order of their last facts. */
  bids(): StoredBid[] {
    return Array.from(this.#bids.values()).toSorted((a, b) => a.seq - b.seq);
  }

  /** Applies the next fact. Throws for an incomplete journal. */
  add({ record, hash }: AuditedFact): void {
    const { seq, at, fact, secret } = record;
    const sequenced = { seq, at, fact };
    const committed = secret ? { ...sequenced, sealed: digest("sha256", canonicalJson(secret)) } : sequenced;
    this.isChained &&= hash === digest("sha256", chainInput(this.lastHash, committed));
    this.lastHash = hash;
    const exposed = bidExposedBy(this.auction?.top ?? null, fact);
    const known = exposed && this.#bids.get(exposed.id);
    if (known) this.#bids.set(known.id, { ...known, reveals: true });
    this.auction = evolve(this.auction, record);
    switch (fact.type) {
      case "newBid":
      case "bidEdited":
      case "bidAdjusted":
      case "maximumChanged": {
        // Each of these facts leaves its bid on top.
        const bid = leaderOf(this.auction);
        if (bid) this.#bids.set(bid.id, { ...bid, withdrawn: false, seq });
        return;
      }
      case "releaseRequested":
      case "bidVoided":
      case "bidWithdrawn": {
        const bid = this.#bids.get(fact.bidId);
        if (!bid) throw new Error(`${fact.type} of a bid that was never placed`);
        const change = fact.type === "releaseRequested" ? { releaseRequested: true } : { withdrawn: true, seq };
        this.#bids.set(bid.id, { ...bid, ...change });
        return;
      }
      default:
    }
  }
}
