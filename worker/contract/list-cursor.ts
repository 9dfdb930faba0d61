/** The cursors of lists that are sorted by time. */
import { cursorField } from "./fields.ts";

/** The last row of a page, which the next page follows: its time (epoch ms) and its ID. */
export type ListPosition = { readonly at: number; readonly id: string };

const CURSOR_PATTERN = /^(\d{1,16})-([\w-]{1,64})$/;

export const listCursor = cursorField((text): ListPosition | null => {
  const [, at, id] = CURSOR_PATTERN.exec(text) ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
});

export function formatCursor({ at, id }: ListPosition): string {
  return `${at}-${id}`;
}
