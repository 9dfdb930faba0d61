import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { ownAuctionsQuery } from "../../api/listings.ts";
import { hasFailed, isLoading } from "../../api/query-state.ts";
import { editAuctionFormOf } from "./edit-auction-form.ts";

/**
 * The auction to edit: at once when My Auctions has stored it, otherwise the one with this id among the person's own.
 * These are fetched in any case, so that a bid that arrives while the form is open is known. `null`: there is none.
 */
export function useEditedAuction(auctionId: string) {
  const [stored] = useState(() => editAuctionFormOf(auctionId));
  const query = useQuery(ownAuctionsQuery);
  const { data: own, isFetching, refetch } = query;
  const auction = own ? (own.find(({ _id }) => _id === auctionId) ?? null) : stored;
  return { auction, loading: isLoading(query) && !auction, failed: hasFailed(query) && !auction, isFetching, refetch };
}
