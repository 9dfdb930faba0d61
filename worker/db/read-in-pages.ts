/** Reads all rows of a query in pages, so that memory holds one page, no matter how many rows there are. */
import { and, asc, sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** Rows per read. With the longest descriptions that's a megabyte or two. */
export const ROWS_PER_READ = 250;

type PageableQuery<Row> = {
  where(condition: SQL | undefined): {
    orderBy(...columns: SQL[]): { limit(count: number): PromiseLike<Row[]> };
  };
};

/**
 * Reads each page from where the previous one ended, in the order of `keys`. So no read grows with the number of
 * rows.
 */
export async function* readInPages<Row, Entry>({
  query,
  ownCondition: condition,
  keys,
  positionOf,
  toEntry,
}: {
  readonly query: PageableQuery<Row>;
  readonly ownCondition: SQL | undefined;
  readonly keys: readonly SQLWrapper[];
  /** A row's values in the columns of `keys`. */
  readonly positionOf: (row: Row) => readonly (string | number)[];
  readonly toEntry: (row: Row) => Entry;
}): AsyncGenerator<Entry[]> {
  const columns = sql.join([...keys], sql`, `);
  let after: SQL | undefined;
  for (;;) {
    const rows = await query
      .where(and(condition, after))
      .orderBy(...keys.map((key) => asc(key)))
      .limit(ROWS_PER_READ);
    yield rows.map(toEntry);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_READ) return;
    const position = positionOf(last).map((value) => sql`${value}`);
    after = sql`(${columns}) > (${sql.join(position, sql`, `)})`;
  }
}
