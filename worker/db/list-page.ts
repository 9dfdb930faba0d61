/** Pages of a list sorted by time. A query reads one row more than a page has, to find out whether another follows. */
import { formatCursor, type ListPosition } from "../contract/list-cursor.ts";

/** The position before the first row of a list, with the newest or with the oldest rows first. */
export const NEWEST_POSITION: ListPosition = { at: Number.MAX_SAFE_INTEGER, id: "" };
export const OLDEST_POSITION: ListPosition = { at: 0, id: "" };

export function pageOf<Row>(rows: readonly Row[], limit: number, positionOf: (row: Row) => ListPosition) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last ? formatCursor(positionOf(last)) : null };
}
