import { useState } from "react";

import type { JoinedAuctionEntry } from "../../api/joined.ts";
import { serverNow } from "../../api/server-clock.ts";
import { useTickedValue } from "../../ui/ticker.ts";
import { type Board, rowKey, rowOrder, resortBoard, type BoardRow, sortBoard, updateBoard } from "./board.ts";

type BoardState = { readonly auctions: readonly JoinedAuctionEntry[]; readonly board: Board };

/** The page's rows, which move only on `sort`. */
export function useBoard(auctions: readonly JoinedAuctionEntry[]) {
  const [{ auctions: lastAuctions, board }, setState] = useState<BoardState>(() => sortedState(auctions));
  if (lastAuctions !== auctions) setState({ auctions, board: updateBoard(board, auctions) });
  // Checked every second, because an auction changes groups when it ends.
  const sortedOrder = useTickedValue(() => rowOrder(resortBoard(board, serverNow())));
  return {
    board,
    isInOrder: sortedOrder === rowOrder(board),
    /** Whether a row is still in the right group. */
    isInPlace: ({ auction, group }: BoardRow) =>
      group === "new" || sortedOrder.split(",").includes(rowKey(group, auction)),
    sort: () => setState(sortedState(auctions)),
  };
}

function sortedState(auctions: readonly JoinedAuctionEntry[]): BoardState {
  return { auctions, board: sortBoard(auctions, serverNow()) };
}
