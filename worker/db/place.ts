/** The cursor of a list's next page: the time (epoch ms) and the ID of the last row. */
export type Place = { readonly at: number; readonly id: string };

const PLACE = /^(\d{1,16})-([\w-]{1,64})$/;

/** Null when the cursor is invalid. */
export function placeIn(cursor: string): Place | null {
  const [, at, id] = PLACE.exec(cursor) ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}

export function cursorOf({ at, id }: Place): string {
  return `${at}-${id}`;
}
