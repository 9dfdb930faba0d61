/**
 * A model of the catalogue in several databases. An auction's part is the first byte of its id, as in the sweep, and a
 * table says which database has which part. A list asks every database for its next rows, merges them by the list's
 * value and the id, and continues after the last row shown: the cursor is the one that lists have today.
 *
 * It is not part of the product. Its properties are in sharded-catalogue.test.ts.
 */
export const PARTS = 256;

export type Place = { readonly value: number; readonly id: string };
export type Row = Place;
export type Page = { readonly rows: readonly Row[]; readonly next: Place | null };

/** An auction's part: ids are random hexadecimal digits. */
export function partOf(id: string): number {
  return Number.parseInt(id.slice(0, 2), 16);
}

/** The table of a new deployment: each database has a run of parts. */
export function evenly(databases: number): number[] {
  return Array.from({ length: PARTS }, (_, part) => Math.floor((part * databases) / PARTS));
}

export function inOrder(one: Place, other: Place): number {
  return one.value - other.value || (one.id < other.id ? -1 : Number(one.id > other.id));
}

export class ShardedCatalogue {
  readonly #databases: readonly Map<string, Row>[];
  /** Which database lists read a part from. */
  #readFrom: readonly number[];
  /** A second database that rooms also write a part to, while it moves. */
  readonly #alsoWrittenTo = new Map<number, number>();

  constructor(databases: number) {
    this.#databases = Array.from({ length: databases }, () => new Map());
    this.#readFrom = evenly(databases);
  }

  /** A room's round. All that a room needs to know is the table: its part follows from its own id. */
  write(row: Row): void {
    for (const rows of this.#writtenBy(partOf(row.id))) rows.set(row.id, row);
  }

  remove(id: string): void {
    for (const rows of this.#writtenBy(partOf(id))) rows.delete(id);
  }

  /** From now on rooms write a part to both databases; those that are quiet deliver all they have to the new one. */
  beginMove(part: number, to: number): void {
    const from = this.#databaseOf(part);
    if (to === from || this.#alsoWrittenTo.has(part)) return;
    this.#alsoWrittenTo.set(part, to);
    const target = this.#rowsOf(to);
    for (const row of this.#rowsOf(from).values()) {
      if (partOf(row.id) === part) target.set(row.id, row);
    }
  }

  /**
   * The table now says that lists read the part from the new database. Both are still written: isolates get the new
   * table later.
   */
  readFromNew(part: number): void {
    const to = this.#alsoWrittenTo.get(part);
    if (to === undefined) return;
    this.#alsoWrittenTo.set(part, this.#databaseOf(part));
    this.#readFrom = this.#readFrom.with(part, to);
  }

  /** Ends a move in either direction, once no list is read with the other table any more. */
  endMove(part: number): void {
    const other = this.#alsoWrittenTo.get(part);
    if (other === undefined) return;
    this.#alsoWrittenTo.delete(part);
    const rows = this.#rowsOf(other);
    for (const id of rows.keys()) {
      if (partOf(id) === part) rows.delete(id);
    }
  }

  /**
   * Which database lists read each part from. An isolate may go on with a table until a move that it does not know
   * ends.
   */
  get table(): readonly number[] {
    return this.#readFrom;
  }

  /**
   * One page after a place. `meanwhile` is what happens between the answers of two databases.
   * Invariant: one page reads with one table, so that each part is read from exactly one database.
   */
  page(after: Place | null, limit: number, readFrom = this.table, meanwhile: () => void = () => {}): Page {
    const found: Row[] = [];
    for (const [database, rows] of this.#databases.entries()) {
      const own = Array.from(rows.values()).filter(({ id }) => readFrom[partOf(id)] === database);
      found.push(...nextOf(own, after, limit + 1));
      meanwhile();
    }
    // Invariant: no database was asked for fewer rows than the page may need, so the first rows of all are among them.
    const rows = found.toSorted(inOrder).slice(0, limit);
    return { rows, next: found.length > limit ? (rows.at(-1) ?? null) : null };
  }

  #writtenBy(part: number): Map<string, Row>[] {
    const other = this.#alsoWrittenTo.get(part);
    return [this.#databaseOf(part), ...(other === undefined ? [] : [other])].map((database) => this.#rowsOf(database));
  }

  #databaseOf(part: number): number {
    const database = this.#readFrom[part];
    if (database === undefined) throw new Error(`no database has part ${part}`);
    return database;
  }

  #rowsOf(database: number): Map<string, Row> {
    const rows = this.#databases[database];
    if (!rows) throw new Error(`there is no database ${database}`);
    return rows;
  }
}

/** What one database answers: its first rows after a place, in order. */
export function nextOf(rows: readonly Row[], after: Place | null, limit: number): Row[] {
  return rows
    .filter((row) => after === null || inOrder(row, after) > 0)
    .toSorted(inOrder)
    .slice(0, limit);
}
