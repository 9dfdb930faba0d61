/**
 * Bid origins: which network, device and session commands came from, as keyed hashes. For moderation only, never in an
 * answer, a frame or a fact. A bid with the same origin as an earlier bid of this person adds no row, so a hot auction
 * writes almost none. They are stored in the table `traces`, whose column `told` says whether D1 has a row.
 */
import type { OriginHashes } from "../../room-rpc.ts";

/** `at` is epoch ms. */
export type BidOrigin = OriginHashes & { readonly personId: string; readonly at: number };

type OriginRow = { person_id: string; network: string; device: string; session: string; at: number };

/**
 * Origins stored of one person: more say nothing new, and a device is named by what its client claims to be, so that one
 * person could otherwise fill the room's memory.
 */
const MAX_ORIGINS_PER_PERSON = 100;
/** Rows delivered to D1 at once: far below what D1 takes as one value. */
const MAX_DELIVERED_AT_ONCE = 500;

export class BidOrigins {
  readonly #sql: SqlStorage;
  /** Those that are stored, by person. */
  #known = new Map<string, Set<string>>();
  /** Whether D1 may lack some of them. */
  #mayOwe = true;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): void {
    const rows = this.#sql.exec<OriginRow>("SELECT * FROM traces");
    this.#mayOwe = true;
    this.#known = new Map();
    for (const row of rows) this.#remember({ ...row, personId: row.person_id });
  }

  /** Those to store: they are not stored yet, and their person has not too many. */
  unknown(origins: readonly BidOrigin[]): BidOrigin[] {
    const counts = new Map<string, number>();
    return origins.filter((origin) => {
      const known = this.#known.get(origin.personId);
      const count = 1 + (counts.get(origin.personId) ?? known?.size ?? 0);
      if (count > MAX_ORIGINS_PER_PERSON || known?.has(keyOf(origin))) return false;
      counts.set(origin.personId, count);
      return true;
    });
  }

  /** Called in the turn's transaction; memory follows in `remember`. */
  insert(origins: readonly BidOrigin[]): void {
    for (const { personId, network, device, session, at } of origins) {
      this.#sql.exec(
        "INSERT OR IGNORE INTO traces (person_id, network, device, session, at, told) VALUES (?, ?, ?, ?, ?, 0)",
        personId,
        network,
        device,
        session,
        at,
      );
    }
  }

  /** The transaction that inserted these has succeeded. */
  remember(origins: readonly BidOrigin[]): void {
    for (const origin of origins) this.#remember(origin);
    if (origins.length > 0) this.#mayOwe = true;
  }

  /** Everything stored was deleted. */
  forget(): void {
    this.#known.clear();
  }

  /** The next of those that D1 does not have yet. */
  undelivered(): BidOrigin[] {
    if (!this.#mayOwe) return [];
    const rows = this.#sql.exec<OriginRow>("SELECT * FROM traces WHERE told = 0 LIMIT ?", MAX_DELIVERED_AT_ONCE);
    const owed = Array.from(rows, ({ person_id: personId, network, device, session, at }) => ({
      personId,
      network,
      device,
      session,
      at,
    }));
    this.#mayOwe = owed.length > 0;
    return owed;
  }

  /** D1 has these. */
  markDelivered(origins: readonly BidOrigin[]): void {
    for (const { personId, network, device, session } of origins) {
      this.#sql.exec(
        "UPDATE traces SET told = 1 WHERE person_id = ? AND network = ? AND device = ? AND session = ?",
        personId,
        network,
        device,
        session,
      );
    }
  }

  /** The account of this person is deleted. */
  deleteOf(personId: string): void {
    this.#sql.exec("DELETE FROM traces WHERE person_id = ?", personId);
  }

  #remember(origin: BidOrigin): void {
    const known = this.#known.get(origin.personId) ?? new Set();
    this.#known.set(origin.personId, known.add(keyOf(origin)));
  }
}

function keyOf({ network, device, session }: OriginHashes): string {
  return `${network} ${device} ${session}`;
}
