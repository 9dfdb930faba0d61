import { useState } from "react";

import type { Joined } from "../../api/joined.ts";
import { serverNow } from "../../api/server-clock.ts";
import { useTicking } from "../../ui/ticker.ts";
import { type Board, placeOf, placesIn, resorted, type BoardRow, sortedBoard, updatedBoard } from "./board.ts";

type BoardState = { readonly auctions: readonly Joined[]; readonly board: Board };

/** The page's rows, which move only on `sort`. */
export function useBoard(auctions: readonly Joined[]) {
  const [{ auctions: taken, board }, setState] = useState<BoardState>(() => sortedState(auctions));
  if (taken !== auctions) setState({ auctions, board: updatedBoard(board, auctions) });
  // Checked every second, because an auction changes groups when it ends.
  const inOrder = useTicking(() => placesIn(resorted(board, serverNow())));
  return {
    board,
    isInOrder: inOrder === placesIn(board),
    /** Whether a row still fits its group. */
    belongs: ({ auction, group }: BoardRow) => group === "new" || inOrder.split(",").includes(placeOf(group, auction)),
    sort: () => setState(sortedState(auctions)),
  };
}

function sortedState(auctions: readonly Joined[]): BoardState {
  return { auctions, board: sortedBoard(auctions, serverNow()) };
}
