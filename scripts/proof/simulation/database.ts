/** The simulated D1: the real migrations on Node's SQLite, reached over a network that can fail. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

import { standIn } from "../../../worker/testing/stand-in.ts";
import type { Fate } from "./faults.ts";
import type { EventLoop } from "./loop.ts";
import type { SimulatedNetwork } from "./network.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../migrations");
/** D1 accepts at most this many parameters in a statement. */
const MAX_PARAMETERS = 100;
/** Tables that a restore skips, because their rows come with a deployment, can't change, or are set by triggers. */
const NOT_RESTORED = /^(?:sqlite_|auctions_(?:search|words|titles|to_index)|categories$|admin_actions$)/;

/** Records when each account deletion began, because the last step of a deletion removes the product's own record. */
const DELETION_LOG_SQL = `CREATE TEMP TABLE sim_deletions (user_id TEXT NOT NULL, begun_at INTEGER NOT NULL);
  CREATE TEMP TRIGGER sim_deletion AFTER INSERT ON account_deletions BEGIN
    INSERT INTO sim_deletions (user_id, begun_at) VALUES (new.user_id, new.begun_at);
  END;`;

type BoundStatement = { readonly query: string; readonly values: readonly SQLInputValue[] };
type DatabaseRow = Record<string, unknown>;
type DatabaseResult = {
  readonly results: readonly DatabaseRow[];
  readonly success: true;
  readonly meta: { readonly changes: number };
};
/** Every table's rows at one time. */
export type Snapshot = ReadonlyMap<string, readonly DatabaseRow[]>;

/** One database for a whole run of simulations, because migrating costs more than a simulation. */
export class SimulatedDatabase {
  readonly #db = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, StatementSync>();
  readonly #arrayStatements = new Map<string, StatementSync>();
  readonly #tables: readonly string[];

  constructor() {
    const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
    for (const name of files.toSorted()) this.#db.exec(readFileSync(path.join(MIGRATIONS, name), "utf8"));
    this.#db.exec(DELETION_LOG_SQL);
    const tables = this.#db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    this.#tables = tables.map(({ name }) => String(name)).filter((name) => !NOT_RESTORED.test(name));
  }

  wipe(): void {
    this.restore(new Map());
    this.query("DELETE FROM sim_deletions");
  }

  /** When the deletion of an account began (epoch ms, by its inbox's clock). Null if it never began. */
  deletionBegunAt(userId: string): number | null {
    const [first] = this.query("SELECT min(begun_at) AS at FROM sim_deletions WHERE user_id = ?", userId);
    return typeof first?.["at"] === "number" ? first["at"] : null;
  }

  /** Every row of every table as text, for searching. The word indexes hold no text. */
  texts(): ReadonlyMap<string, string> {
    const tables = this.query("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'");
    return new Map(
      tables.map(({ name }) => [String(name), JSON.stringify(this.query(`SELECT * FROM "${String(name)}"`))]),
    );
  }

  snapshot(): Snapshot {
    return new Map(
      this.#tables.map((table) => [table, this.query(`SELECT ${this.#columnsOf(table)} FROM "${table}"`)]),
    );
  }

  /** The table's columns except generated ones, which don't accept inserts. */
  #columnsOf(table: string): string {
    const columns = this.query("SELECT name FROM pragma_table_info(?)", table);
    return columns.map(({ name }) => String(name)).join(", ");
  }

  /**
   * Restores all tables but those in `NOT_RESTORED` to a snapshot, as D1's Time Travel does. Drops the
   * triggers on `deal_events` meanwhile, because they forbid updates and deletes.
   */
  restore(snapshot: Snapshot): void {
    const triggers = this.query(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'deal_events'",
    );
    this.#inTransaction(() => {
      this.#db.exec("PRAGMA defer_foreign_keys = ON");
      // oxlint-disable-next-line lotline/constant-sql -- the name of a trigger cannot be bound
      for (const { name } of triggers) this.#db.exec(`DROP TRIGGER ${String(name)}`);
      for (const table of this.#tables) this.query(`DELETE FROM "${table}"`);
      for (const [table, rows] of snapshot) {
        for (const row of rows) this.insert(table, row);
      }
      for (const { sql } of triggers) this.#db.exec(String(sql));
    });
  }

  insert(table: string, row: DatabaseRow): void {
    const names = Object.keys(row);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows come from SQLite or hold plain values
    const values = Object.values(row) as SQLInputValue[];
    this.query(`INSERT INTO "${table}" (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`, ...values);
  }

  /** Runs all statements or none, like D1's `batch`. */
  batch(statements: readonly BoundStatement[]): DatabaseResult[] {
    return this.#inTransaction(() => statements.map((statement) => this.run(statement)));
  }

  run({ query, values }: BoundStatement): DatabaseResult {
    if (values.length > MAX_PARAMETERS) throw new Error(`D1 accepts at most ${MAX_PARAMETERS} parameters`);
    const results = this.#prepare(query).all(...values);
    const [counted] = this.#prepare("SELECT changes() AS changes").all();
    return { results, success: true, meta: { changes: Number(counted?.["changes"]) } };
  }

  /** Returns each row as an array of values, in column order. */
  raw({ query, values }: BoundStatement): unknown {
    let statement = this.#arrayStatements.get(query);
    if (!statement) {
      statement = this.#db.prepare(query);
      statement.setReturnArrays(true);
      this.#arrayStatements.set(query, statement);
    }
    return statement.all(...values);
  }

  query(query: string, ...values: SQLInputValue[]): DatabaseRow[] {
    return this.#prepare(query).all(...values);
  }

  #inTransaction<Value>(work: () => Value): Value {
    this.#db.exec("BEGIN");
    try {
      const value = work();
      this.#db.exec("COMMIT");
      return value;
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #prepare(query: string): StatementSync {
    const known = this.#statements.get(query);
    if (known) return known;
    const statement = this.#db.prepare(query);
    this.#statements.set(query, statement);
    return statement;
  }
}

/** The part of `D1Database` that the product uses. `drawFate` draws what happens to a request. */
export function databaseOf(
  database: SimulatedDatabase,
  { loop, network }: { loop: EventLoop; network: SimulatedNetwork },
  drawFate: () => Fate,
): D1Database {
  const request = <Value>(work: () => Value) =>
    network.request<Value>(loop.current, drawFate(), (reply) => {
      try {
        reply({ ok: true, value: work() });
      } catch (error) {
        reply({ ok: false, error: error instanceof Error ? error : new Error(String(error)) });
      }
    });
  const statement = (bound: BoundStatement): object => ({
    ...bound,
    bind: (...values: SQLInputValue[]) => statement({ query: bound.query, values }),
    run: () => request(() => database.run(bound)),
    all: () => request(() => database.run(bound)),
    raw: () => request(() => database.raw(bound)),
  });
  const prepare = (query: string) => statement({ query, values: [] });
  const batch = (statements: readonly BoundStatement[]) => request(() => database.batch(statements));
  return standIn<D1Database>({ prepare, batch });
}
