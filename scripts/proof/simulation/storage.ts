/**
 * A Durable Object's storage on Node's SQLite. It has the part of the interface that the product uses: `sql.exec` with
 * cursors, `transactionSync` with rollback, the synchronous `kv` and the alarm. As on the platform, one turn's writes
 * are one atomic commit. The alarm and `kv` are in the same database, so a rollback also undoes changes to them.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

type StorageRow = Record<string, unknown>;

/** A cursor over rows that have already been read. */
function cursorOf(rows: readonly StorageRow[]) {
  const one = () => {
    const [row] = rows;
    if (!row || rows.length > 1) throw new Error(`expected one row, found ${rows.length}`);
    return row;
  };
  return Object.assign(rows.values(), { one });
}

/** The error that a replaced instance gets when it uses its storage. */
export const REPLACED_ERROR = new Error("simulated: another instance has this storage");

const OWN_TABLES_SQL = `CREATE TABLE IF NOT EXISTS sim_kv (key TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sim_alarm (only_row INTEGER PRIMARY KEY, at INTEGER NOT NULL);`;

/** The rows that the judge still needs after a room is emptied. */
type LastRows = { readonly journal: readonly StorageRow[]; readonly participants: readonly StorageRow[] };

export class SimulatedStorage {
  readonly #db: DatabaseSync;
  readonly #statements: Map<string, StatementSync>;
  /** Whether the disk should fail for this write. Called for each write inside a transaction. */
  diskFails: () => boolean;
  #depth = 0;
  #lastRows: LastRows = { journal: [], participants: [] };
  /** Set when another instance takes over the storage. "touched" means that this instance has noticed. */
  #replaced: "unnoticed" | "touched" | null = null;
  /** Whether this turn has uncommitted writes. */
  dirty = false;
  /**
   * Whether the alarm's handler is running. Until the handler sets an alarm again, it sees none. When the handler
   * succeeds, the stored alarm is deleted.
   */
  isAlarmRunning = false;

  constructor(diskFails: () => boolean, predecessor?: SimulatedStorage) {
    this.#db = predecessor ? predecessor.#db : new DatabaseSync(":memory:");
    this.#statements = predecessor ? predecessor.#statements : new Map();
    if (predecessor) this.#lastRows = predecessor.#lastRows;
    this.diskFails = diskFails;
    if (!predecessor) this.#db.exec(OWN_TABLES_SQL);
  }

  /** Hands the storage to the instance that replaces its owner. Afterward, every access by the old owner fails. */
  takeOver(): SimulatedStorage {
    const successor = new SimulatedStorage(this.diskFails, this);
    this.#replaced = "unnoticed";
    return successor;
  }

  /** Whether a replaced instance has tried to use its storage. If so, the platform ends the instance. */
  get wasTouchedAfterReplacement(): boolean {
    return this.#replaced === "touched";
  }

  readonly sql = {
    exec: (query: string, ...bindings: SQLInputValue[]) => {
      this.#check();
      const isRead = /^\s*(?:SELECT|WITH)\b/i.test(query);
      if (!isRead) this.#beginWrite();
      if (bindings.length === 0 && query.includes(";")) {
        this.#db.exec(query);
        return cursorOf([]);
      }
      if (!isRead && this.#depth > 0 && this.diskFails()) throw new Error("simulated: the disk fails");
      const statement = this.#prepare(query);
      if (isRead || query.includes("RETURNING")) return cursorOf(statement.all(...bindings));
      statement.run(...bindings);
      return cursorOf([]);
    },
  };

  readonly kv = {
    get: (key: string): unknown => {
      this.#check();
      const row = this.#prepare("SELECT value FROM sim_kv WHERE key = ?").get(key);
      return row ? JSON.parse(String(row["value"])) : undefined;
    },
    put: (key: string, value: unknown): void => {
      this.#beginWrite();
      this.#prepare("INSERT OR REPLACE INTO sim_kv (key, value) VALUES (?, ?)").run(key, JSON.stringify(value));
    },
    delete: (key: string): boolean => {
      this.#beginWrite();
      return this.#prepare("DELETE FROM sim_kv WHERE key = ?").run(key).changes > 0;
    },
  };

  readonly transactionSync = <Value>(work: () => Value): Value => {
    this.#beginWrite();
    this.#depth += 1;
    // Nested savepoints can share a name, because SQLite uses the innermost one.
    this.#db.exec("SAVEPOINT work");
    try {
      return work();
    } catch (error) {
      this.#db.exec("ROLLBACK TO work");
      throw error;
    } finally {
      this.#db.exec("RELEASE work");
      this.#depth -= 1;
    }
  };

  readonly setAlarm = async (at: number): Promise<void> => {
    this.#beginWrite();
    this.isAlarmRunning = false;
    this.#prepare("INSERT OR REPLACE INTO sim_alarm (only_row, at) VALUES (1, ?)").run(at);
  };

  readonly getAlarm = async (): Promise<number | null> => {
    this.#check();
    return this.isAlarmRunning ? null : this.alarm();
  };

  readonly deleteAlarm = async (): Promise<void> => {
    this.#beginWrite();
    this.#prepare("DELETE FROM sim_alarm").run();
  };

  readonly deleteAll = async (): Promise<void> => {
    this.#beginWrite();
    if (this.has("journal")) this.#lastRows = { journal: this.journal(), participants: this.participants() };
    // oxlint-disable-next-line lotline/constant-sql -- a table's name cannot be bound
    for (const table of this.#tables()) this.#db.exec(`DROP TABLE "${table}"`);
    this.#statements.clear();
    this.#db.exec(OWN_TABLES_SQL);
  };

  /** The stored alarm time, whether or not its handler is running. */
  alarm(): number | null {
    const row = this.#prepare("SELECT at FROM sim_alarm").get();
    return row ? Number(row["at"]) : null;
  }

  /** Runs a query for the judge. It reads the same rows as the product, but outside any turn. */
  rows(query: string, ...bindings: SQLInputValue[]): StorageRow[] {
    return this.#prepare(query).all(...bindings);
  }

  /** The current journal, or the last one before the storage was emptied. */
  journal(): readonly StorageRow[] {
    return this.has("journal") ? this.rows("SELECT * FROM journal ORDER BY seq") : this.#lastRows.journal;
  }

  /** The room's current participants, or the last ones before the storage was emptied. */
  participants(): readonly StorageRow[] {
    return this.has("participants") ? this.rows("SELECT * FROM participants") : this.#lastRows.participants;
  }

  /** Every row of every table as text, for searching. */
  texts(): ReadonlyMap<string, string> {
    return new Map(this.#tables().map((table) => [table, JSON.stringify(this.rows(`SELECT * FROM "${table}"`))]));
  }

  /**
   * All tables except SQLite's `sqlite_sequence`. That one holds the last row IDs, can't be dropped, and needn't be
   * emptied.
   */
  #tables(): string[] {
    const query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    return this.rows(query).map(({ name }) => String(name));
  }

  has(table: string): boolean {
    return this.rows("SELECT 1 FROM sqlite_master WHERE name = ?", table).length > 0;
  }

  commit(): void {
    this.#db.exec("COMMIT");
    this.dirty = false;
  }

  /** Rolls back an uncommitted turn, as a crash does. */
  rollback(): void {
    if (this.dirty) this.#db.exec("ROLLBACK");
    this.dirty = false;
    this.#depth = 0;
    this.isAlarmRunning = false;
  }

  close(): void {
    this.#db.close();
  }

  /** Deletes all data, but keeps the tables and the schema version. */
  wipe(): void {
    this.rollback();
    const schema = this.kv.get("schema");
    // oxlint-disable-next-line lotline/constant-sql -- a table's name cannot be bound
    for (const table of this.#tables()) this.#db.exec(`DELETE FROM "${table}"`);
    if (schema !== undefined) this.kv.put("schema", schema);
    if (this.dirty) this.commit();
    this.#lastRows = { journal: [], participants: [] };
  }

  #check(): void {
    if (this.#replaced === null) return;
    this.#replaced = "touched";
    throw REPLACED_ERROR;
  }

  #beginWrite(): void {
    this.#check();
    if (this.dirty) return;
    this.#db.exec("BEGIN");
    this.dirty = true;
  }

  #prepare(query: string): StatementSync {
    const known = this.#statements.get(query);
    if (known) return known;
    const statement = this.#db.prepare(query);
    this.#statements.set(query, statement);
    return statement;
  }
}
