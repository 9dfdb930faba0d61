/** D1 of a simulated world: the real migrations on node's SQLite, reached over a network that fails. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

import { standIn } from "../../../worker/testing/stand-in.ts";
import type { Faults } from "./faults.ts";
import type { Loop } from "./loop.ts";
import type { Network } from "./network.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../migrations");

type Bound = { readonly query: string; readonly values: readonly SQLInputValue[] };
type Row = Record<string, unknown>;

/** One database for a whole run of simulations: migrating costs more than a simulation. */
export class CatalogueFile {
  readonly #db = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, StatementSync>();

  constructor() {
    const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
    for (const name of files.toSorted()) this.#db.exec(readFileSync(path.join(MIGRATIONS, name), "utf8"));
  }

  empty(): void {
    this.#db.exec("DELETE FROM auctions; DELETE FROM bids; DELETE FROM watches");
  }

  /** All or nothing, as D1's `batch`. */
  batch(statements: readonly Bound[]): void {
    this.#db.exec("BEGIN");
    try {
      for (const { query, values } of statements) this.#prepared(query).run(...values);
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  rows(query: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(query).all(...values);
  }

  #prepared(query: string): StatementSync {
    const known = this.#statements.get(query);
    if (known) return known;
    const statement = this.#db.prepare(query);
    this.#statements.set(query, statement);
    return statement;
  }
}

const prepare = (query: string) => ({ bind: (...values: SQLInputValue[]): Bound => ({ query, values }) });

/** The face of `D1Database` that rooms use. */
export function catalogueOf(file: CatalogueFile, world: { loop: Loop; network: Network; faults: Faults }): D1Database {
  const { loop, network, faults } = world;
  const batch = (statements: readonly Bound[]) =>
    network.request(loop.current, faults.fateOf("D1", loop.now), (reply) => {
      file.batch(statements);
      reply({ ok: true, value: [] });
    });
  return standIn<D1Database>({ prepare, batch });
}
