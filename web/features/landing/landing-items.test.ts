import { expect, it } from "vitest";

import { listedAuction } from "../../testing/auctions.ts";
import { chooseLandingItems } from "./landing-items.ts";

const items = (letters: string) => Array.from(letters, (id) => listedAuction(id));
const ids = (auctions: readonly { _id: string }[]) => auctions.map(({ _id }) => _id).join("");
const chosenIds = (featured: string, live: string, sold = "") => {
  const {
    ending,
    grid,
    sold: soldItems,
  } = chooseLandingItems({ featured: items(featured), live: items(live), sold: items(sold) });
  return [ids(ending), ids(grid), ids(soldItems)];
};

it.each([
  ["no items", "", "", "", ["", "", ""]],
  ["one item", "a", "a", "", ["", "", ""]],
  ["two items", "ab", "ba", "", ["", "b", ""]],
  ["five items", "abcde", "edcba", "", ["", "bcde", ""]],
  ["seven items, too few for a row and a grid", "abcdefg", "gfedcba", "", ["", "bcdefg", ""]],
  ["eight items", "abcdefgh", "hgfedcba", "", ["hgfe", "bcd", ""]],
  ["many items, when others end soon", "abcdefghij", "zyxwvu", "", ["zyxw", "bcdefg", ""]],
  ["many items, when the first ends soonest", "abcdefghij", "abcklm", "", ["bckl", "defghi", ""]],
  ["items that were just sold", "abcdef", "abcdef", "afxy", ["", "bcdef", "xy"]],
  ["no response for the featured items", "", "abcdef", "xy", ["abcd", "", "xy"]],
])("given %s, the landing page shows no item twice", (_, featured, live, sold, expected) => {
  const rows = chosenIds(featured, live, sold);
  expect(rows).toEqual(expected);
  const all = [featured.slice(0, 1), ...rows].join("");
  expect(new Set(all).size).toBe(all.length);
});
