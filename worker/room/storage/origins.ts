/**
 * Where commands came from, as keyed hashes: for the house alone, never in an answer, a frame or a fact. A bid that
 * comes from where this person's last ones came from adds nothing, so a hot auction writes next to none.
 */
import type { Trace } from "../rpc.ts";

export type SeenTrace = Trace & { readonly personId: string; readonly at: number };

type Row = { person_id: string; network: string; device: string; session: string; at: number };

/** Far below what D1 takes as one value. */
const TOLD_AT_ONCE = 500;

export class Traces {
  readonly #sql: SqlStorage;
  #known = new Set<string>();
  /** Whether D1 may lack some of them. */
  #mayOwe = true;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): void {
    const rows = this.#sql.exec<Row>("SELECT * FROM traces");
    this.#mayOwe = true;
    this.#known = new Set(Array.from(rows, (row) => keyOf({ ...row, personId: row.person_id })));
  }

  /** Within the transaction of the facts. `at` is epoch ms. */
  save(trace: SeenTrace): void {
    const key = keyOf(trace);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#mayOwe = true;
    this.#sql.exec(
      "INSERT OR IGNORE INTO traces (person_id, network, device, session, at, told) VALUES (?, ?, ?, ?, ?, 0)",
      trace.personId,
      trace.network,
      trace.device,
      trace.session,
      trace.at,
    );
  }

  /** The next of those that D1 does not have yet. */
  owed(): SeenTrace[] {
    if (!this.#mayOwe) return [];
    const rows = this.#sql.exec<Row>("SELECT * FROM traces WHERE told = 0 LIMIT ?", TOLD_AT_ONCE);
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

  told(traces: readonly SeenTrace[]): void {
    for (const { personId, network, device, session } of traces) {
      this.#sql.exec(
        "UPDATE traces SET told = 1 WHERE person_id = ? AND network = ? AND device = ? AND session = ?",
        personId,
        network,
        device,
        session,
      );
    }
  }

  /** Someone has left for good. */
  drop(personId: string): void {
    this.#sql.exec("DELETE FROM traces WHERE person_id = ?", personId);
  }
}

function keyOf({ personId, network, device, session }: Omit<SeenTrace, "at">): string {
  return `${personId} ${network} ${device} ${session}`;
}
