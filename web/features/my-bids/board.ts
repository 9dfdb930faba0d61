/**
 * Where each auction is on My Bids. Rows are placed only when the page opens or the person taps "Sort again". After
 * that only a row's content changes, so that no button moves under a finger. Pure.
 */
import type { JoinedAuctionEntry } from "../../api/joined.ts";
import { groupsOf } from "./joined-stage.ts";

/** `new`: arrived after the rows were placed, so it's at the end of the page. */
type GroupName = "needsYou" | "leading" | "ended" | "new";

/** `hasNoBid`: the person no longer has a bid in it. The row says so, and keeps its place. */
export type BoardRow = { readonly auction: JoinedAuctionEntry; readonly group: GroupName; readonly hasNoBid: boolean };

/** In page order. */
export type Board = readonly BoardRow[];

/** Sorted by what needs attention, then by end. `now` is epoch ms. */
export function sortBoard(auctions: readonly JoinedAuctionEntry[], now: number): Board {
  const { needsYou, leading, ended } = groupsOf(auctions, now);
  const rowsOf = (group: GroupName, members: readonly JoinedAuctionEntry[]) =>
    members.map((auction) => ({ auction, group, hasNoBid: false }));
  return [...rowsOf("needsYou", needsYou), ...rowsOf("leading", leading), ...rowsOf("ended", ended)];
}

/** The same rows with the latest data, and new ones at the end. */
export function updateBoard(board: Board, auctions: readonly JoinedAuctionEntry[]): Board {
  const known = new Map(auctions.map((auction) => [auction._id, auction]));
  const rows = board.map((row) => {
    const auction = known.get(row.auction._id);
    known.delete(row.auction._id);
    return { ...row, auction: auction ?? row.auction, hasNoBid: auction === undefined };
  });
  return [...rows, ...Array.from(known.values(), (auction) => ({ auction, group: "new" as const, hasNoBid: false }))];
}

/** The board as it would be after sorting. */
export function resortBoard(board: Board, now: number): Board {
  const auctions = board.filter(({ hasNoBid }) => !hasNoBid).map(({ auction }) => auction);
  return sortBoard(auctions, now);
}

/** The rows' places as a string, which changes when a row's place does. */
export function rowOrder(board: Board): string {
  return board.map(({ auction, group }) => rowKey(group, auction)).join();
}

export function rowKey(group: GroupName, { _id }: JoinedAuctionEntry): string {
  return `${group} ${_id}`;
}
