/**
 * The items of a list's pages, each once. In a list whose items can move down, such as by price, an item may be on two
 * pages.
 */
export function uniqueItems<Item extends { readonly _id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item._id, item])).values()];
}
