/**
 * Bid origins: the network, device and session that commands came from, as keyed hashes. They're for moderation only,
 * never in an answer, a frame or a fact. A bid with the same origin as the person's earlier bid adds no row, so a hot
 * auction writes almost none. The table `bid_origins` numbers them in order and never uses a number again, so a
 * checkpoint shows which ones D1 has.
 */
import type { OriginHashes } from "../../rpc/room-rpc.ts";

/** `at` is epoch ms. */
export type BidOrigin = OriginHashes & { readonly personId: string; readonly at: number };

/** A stored origin. */
type NumberedOrigin = BidOrigin & { readonly number: number };

type OriginsTurn = { readonly origins: readonly BidOrigin[] };

type StoredOriginRow = {
  number: number;
  person_id: string;
  network: string;
  device: string;
  session: string;
  at: number;
};

/**
 * Origins stored for one person. More add no information. Clients choose their user agent, so without a limit one
 * person could fill the room's memory.
 */
const MAX_ORIGINS_PER_PERSON = 100;
/** Rows delivered to D1 in one call, far below its limit for one value. */
const MAX_ORIGINS_PER_DELIVERY = 500;

export class BidOrigins {
  readonly #sql: SqlStorage;
  /** The keys of stored origins, by person. */
  #keysByPerson = new Map<string, Set<string>>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): void {
    this.reset();
    const rows = this.#sql.exec<StoredOriginRow>("SELECT * FROM bid_origins");
    this.#remember(Array.from(rows, originOf));
  }

  /** The origins to store: new ones from people who have fewer than the limit. */
  listUnknown(origins: readonly BidOrigin[]): BidOrigin[] {
    const known = new Map<string, Set<string>>();
    return origins.filter((origin) => {
      const { personId } = origin;
      const own = known.get(personId) ?? new Set(this.#keysByPerson.get(personId));
      known.set(personId, own);
      if (own.size >= MAX_ORIGINS_PER_PERSON || own.has(keyOf(origin))) return false;
      own.add(keyOf(origin));
      return true;
    });
  }

  /** In a turn's transaction. Stores new origins. */
  write({ origins }: OriginsTurn): void {
    for (const { personId, network, device, session, at } of this.listUnknown(origins)) {
      this.#sql.exec(
        "INSERT INTO bid_origins (person_id, network, device, session, at) VALUES (?, ?, ?, ?, ?)",
        personId,
        network,
        device,
        session,
        at,
      );
    }
  }

  commit({ origins }: OriginsTurn): void {
    this.#remember(this.listUnknown(origins));
  }

  reset(): void {
    this.#keysByPerson = new Map();
  }

  /** The next origins after this number. */
  listAfter(number: number): readonly NumberedOrigin[] {
    const rows = this.#sql.exec<StoredOriginRow>(
      "SELECT * FROM bid_origins WHERE number > ? ORDER BY number LIMIT ?",
      number,
      MAX_ORIGINS_PER_DELIVERY,
    );
    return Array.from(rows, originOf);
  }

  /** Deletes this person's rows with their account. In memory they stay, so none of them is stored again. */
  deleteFor(personId: string): void {
    this.#sql.exec("DELETE FROM bid_origins WHERE person_id = ?", personId);
  }

  #remember(origins: readonly BidOrigin[]): void {
    for (const origin of origins) {
      const known = this.#keysByPerson.get(origin.personId) ?? new Set();
      this.#keysByPerson.set(origin.personId, known.add(keyOf(origin)));
    }
  }
}

function keyOf({ network, device, session }: OriginHashes): string {
  return `${network} ${device} ${session}`;
}

function originOf({ person_id: personId, ...row }: StoredOriginRow): NumberedOrigin {
  return { personId, ...row };
}
