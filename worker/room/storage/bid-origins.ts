/**
 * Bid origins: the network, device and session that commands came from, as keyed hashes. They're for moderation only,
 * never in an answer, a frame or a fact. A bid with the same origin as the person's earlier bid adds no row, so a hot
 * auction writes almost none. They're in the table `bid_origins`, whose column `delivered` says whether D1 has a row.
 */
import type { OriginHashes } from "../../room-rpc.ts";

/** `at` is epoch ms. */
export type BidOrigin = OriginHashes & { readonly personId: string; readonly at: number };

type OriginsTurn = { readonly origins: readonly BidOrigin[]; readonly facts: readonly unknown[] };

type StoredOriginRow = {
  person_id: string;
  network: string;
  device: string;
  session: string;
  at: number;
  delivered: number;
};

/**
 * Origins stored for one person. More add no information. Clients choose their device's name, so without a limit one
 * person could fill the room's memory.
 */
const MAX_ORIGINS_PER_PERSON = 100;
/** Rows delivered to D1 in one call, far below its limit for one value. */
const MAX_DELIVERED_AT_ONCE = 500;

export class BidOrigins {
  readonly #sql: SqlStorage;
  /** Those that are stored, by person. */
  #known = new Map<string, Set<string>>();
  /** Not in D1 yet. */
  #undelivered: readonly BidOrigin[] = [];
  /** In D1, but not marked as delivered here yet. If this is lost, they're delivered again. */
  #unsaved: readonly BidOrigin[] = [];
  /** Written in the open transaction, not committed yet. */
  #inserted: readonly BidOrigin[] = [];

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): void {
    const rows = this.#sql.exec<StoredOriginRow>("SELECT * FROM bid_origins").toArray();
    this.reset();
    for (const row of rows) this.#remember(originOf(row));
    this.#undelivered = rows.filter(({ delivered }) => delivered === 0).map(originOf);
  }

  /** The ones to store: new ones of people who have fewer than the limit. */
  listUnknown(origins: readonly BidOrigin[]): BidOrigin[] {
    const counts = new Map<string, number>();
    return origins.filter((origin) => {
      const known = this.#known.get(origin.personId);
      const count = 1 + (counts.get(origin.personId) ?? known?.size ?? 0);
      if (count > MAX_ORIGINS_PER_PERSON || known?.has(keyOf(origin))) return false;
      counts.set(origin.personId, count);
      return true;
    });
  }

  /** In a turn's transaction. Stores new origins. If the turn has facts, also stores which earlier ones D1 has. */
  write({ origins, facts }: OriginsTurn): void {
    this.#inserted = this.listUnknown(origins);
    for (const { personId, network, device, session, at } of this.#inserted) {
      this.#sql.exec(
        "INSERT OR IGNORE INTO bid_origins (person_id, network, device, session, at, delivered) VALUES (?, ?, ?, ?, ?, 0)",
        personId,
        network,
        device,
        session,
        at,
      );
    }
    if (facts.length > 0) this.#writeDelivered();
  }

  commit({ facts }: OriginsTurn): void {
    if (facts.length > 0) this.#unsaved = [];
    if (this.#inserted.length === 0) return;
    for (const origin of this.#inserted) this.#remember(origin);
    this.#undelivered = [...this.#undelivered, ...this.#inserted];
  }

  reset(): void {
    this.#known = new Map();
    this.#undelivered = [];
    this.#unsaved = [];
  }

  /** The next ones that D1 doesn't have yet. */
  listUndelivered(): readonly BidOrigin[] {
    return this.#undelivered.slice(0, MAX_DELIVERED_AT_ONCE);
  }

  /** Records that D1 has these. Writes nothing yet, because a separate commit would cost as much as a bid. */
  markDelivered(origins: readonly BidOrigin[]): void {
    if (origins.length === 0) return;
    const delivered = new Set(origins);
    this.#undelivered = this.#undelivered.filter((origin) => !delivered.has(origin));
    this.#unsaved = [...this.#unsaved, ...origins];
  }

  /** Writes which of them D1 has, without a turn. */
  save(): void {
    this.#writeDelivered();
    this.#unsaved = [];
  }

  /** Deletes this person's rows with their account. `clearOf` does the same in memory. */
  deleteOf(personId: string): void {
    this.#sql.exec("DELETE FROM bid_origins WHERE person_id = ?", personId);
  }

  removeFromMemory(personId: string): void {
    this.#undelivered = this.#undelivered.filter((origin) => origin.personId !== personId);
    this.#unsaved = this.#unsaved.filter((origin) => origin.personId !== personId);
  }

  #writeDelivered(): void {
    for (const { personId, network, device, session } of this.#unsaved) {
      this.#sql.exec(
        "UPDATE bid_origins SET delivered = 1 WHERE person_id = ? AND network = ? AND device = ? AND session = ?",
        personId,
        network,
        device,
        session,
      );
    }
  }

  #remember(origin: BidOrigin): void {
    const known = this.#known.get(origin.personId) ?? new Set();
    this.#known.set(origin.personId, known.add(keyOf(origin)));
  }
}

function keyOf({ network, device, session }: OriginHashes): string {
  return `${network} ${device} ${session}`;
}

function originOf({ person_id: personId, network, device, session, at }: StoredOriginRow): BidOrigin {
  return { personId, network, device, session, at };
}
