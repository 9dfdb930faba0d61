/** The cursor of a list's next page: the time (epoch ms) and the ID of the last row. */
export type ListPosition = { readonly at: number; readonly id: string };

const CURSOR_PATTERN = /^(\d{1,16})-([\w-]{1,64})$/;

/** Null when the cursor is invalid. */
export function parseCursor(cursor: string): ListPosition | null {
  const [, at, id] = CURSOR_PATTERN.exec(cursor) ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}

export function formatCursor({ at, id }: ListPosition): string {
  return `${at}-${id}`;
}
