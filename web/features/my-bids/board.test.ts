import { expect, it } from "vitest";

import { joinedAuction } from "../../testing/joined.ts";
import { type Board, rowOrder, resortBoard, sortBoard, updateBoard } from "./board.ts";

const NOW = Date.parse("2030-11-21T09:00:00.000Z");
const endingIn = (minutes: number) => ({ auctionEndTime: new Date(NOW + minutes * 60_000).toISOString() });
const [soon, late] = [joinedAuction("soon", endingIn(10)), joinedAuction("late", endingIn(20))];
const leadingAuction = joinedAuction("led", { ...endingIn(5), leads: true });
const board = sortBoard([late, leadingAuction, soon], NOW);
const isSorted = (rows: Board, now: number) => rowOrder(rows) === rowOrder(resortBoard(rows, now));
const rowTexts = (rows: Board) => rows.map(({ auction, group }) => `${group} ${auction._id}`);

it("a new board lists outbid auctions first, and sorts each group by end time", () => {
  expect(rowTexts(board)).toEqual(["needsYou soon", "needsYou late", "leading led"]);
  expect(isSorted(board, NOW)).toBe(true);
});

it("an auction you now lead keeps its place, and the order becomes outdated", () => {
  const updated = updateBoard(board, [late, leadingAuction, { ...soon, leads: true, currentBid: 199 }]);
  expect(rowTexts(updated)).toEqual(rowTexts(board));
  expect(updated[0]?.auction).toMatchObject({ leads: true, currentBid: 199 });
  expect(isSorted(updated, NOW)).toBe(false);
});

it("a new auction goes to the end of the board and stays there", () => {
  const first = joinedAuction("first", endingIn(1));
  const updated = updateBoard(board, [first, late, leadingAuction, soon]);
  expect(rowTexts(updated)).toEqual([...rowTexts(board), "new first"]);
  expect(rowTexts(updateBoard(updated, [soon, late, leadingAuction, first]))).toEqual(rowTexts(updated));
  expect(isSorted(updated, NOW)).toBe(false);
});

it("an auction that no longer has your bid keeps its place until you sort the board", () => {
  const updated = updateBoard(board, [late, leadingAuction]);
  expect(rowTexts(updated)).toEqual(rowTexts(board));
  expect(updated.map(({ hasNoBid }) => hasNoBid)).toEqual([true, false, false]);
  expect(isSorted(updated, NOW)).toBe(false);
  expect(updateBoard(updated, [late, leadingAuction, soon])).toEqual(board);
});

it("an auction that ends makes the order of the board outdated", () => {
  expect(isSorted(board, NOW + 6 * 60_000)).toBe(false);
});
