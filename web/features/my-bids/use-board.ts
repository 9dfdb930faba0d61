import { useState } from "react";

import type { Joined } from "../../api/joined.ts";
import { serverNow } from "../../api/server-clock.ts";
import { useTicking } from "../../ui/ticker.ts";
import { type Board, isSorted, sortedBoard, updatedBoard } from "./board.ts";

type State = { readonly auctions: readonly Joined[]; readonly board: Board };

/** The rows of the page, in places that change only by `sort`. */
export function useBoard(auctions: readonly Joined[]) {
  const [{ auctions: taken, board }, setState] = useState<State>(() => sortedState(auctions));
  if (taken !== auctions) setState({ auctions, board: updatedBoard(board, auctions) });
  // Read again each second: an auction changes its group when its end passes.
  const isInOrder = useTicking(() => isSorted(board, serverNow()));
  return { board, isInOrder, sort: () => setState(sortedState(auctions)) };
}

function sortedState(auctions: readonly Joined[]): State {
  return { auctions, board: sortedBoard(auctions, serverNow()) };
}
