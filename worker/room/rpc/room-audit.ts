/**
 * The state of a room for operators, and for the sweep's audit, which compares it with a replay of the journal and with
 * D1.
 */
import type { AuditedBid, AuditedFact, AuditedState, RoomHealth } from "../../rpc/room-rpc.ts";
import { canonicalJson } from "../../rules/facts.ts";
import type { Delivery } from "../delivery/delivery.ts";
import { auctionRow, bidRow } from "../delivery/rows.ts";
import type { RoomStorage } from "../storage/room-storage.ts";

/** How many facts or bids, and how many bytes of facts, one audit call reads. It takes a few milliseconds. */
const AUDIT_PAGE_SIZE = { facts: 1_000, bytes: 1_000_000 };

export class RoomAudit {
  readonly #storage: RoomStorage;
  readonly #delivery: Delivery;
  readonly #watchers: { readonly watching: number };

  constructor(storage: RoomStorage, delivery: Delivery, watchers: { readonly watching: number }) {
    this.#storage = storage;
    this.#delivery = delivery;
    this.#watchers = watchers;
  }

  health(): RoomHealth | null {
    this.#storage.assertCurrent();
    if (!this.#storage.existingState) return null;
    const [last] = this.#storage.bids.listStandingBefore(Number.MAX_SAFE_INTEGER, 1);
    return { lastBidAt: last?.placedAt ?? null, watching: this.#watchers.watching, ...this.#delivery.lag() };
  }

  facts(after: number): AuditedFact[] {
    return this.#storage.hasTables ? this.#storage.journal.auditedPageAfter(after, AUDIT_PAGE_SIZE) : [];
  }

  bids(after: number): AuditedBid[] {
    const { existingState, bids } = this.#storage;
    if (!existingState) return [];
    const { auction, participants } = existingState;
    const changed = bids.listChanged(after, auction.seq, AUDIT_PAGE_SIZE.facts);
    return changed.map((stored) => ({ stored, row: bidRow(auction.id, stored, participants) }));
  }

  state(): AuditedState | null {
    const { existingState, journal } = this.#storage;
    const stored = existingState && journal.load(null);
    if (!stored) return null;
    const { auction, participants, lastHash } = existingState;
    const inMemory = { auction: { ...auction, top: null }, lastHash };
    const matchesMemory = canonicalJson(stored) === canonicalJson(inMemory);
    return { ...stored, matchesMemory, row: auctionRow(auction, participants) };
  }
}
