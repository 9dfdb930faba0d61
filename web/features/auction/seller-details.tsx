import { useQuery } from "@tanstack/react-query";

import { ownAuctionsQuery } from "../../api/listings.ts";
import { priceText } from "../../ui/items/price.tsx";
import type { AuctionScreen } from "./use-auction.ts";

/** The reserve, shown only to the seller. It loads late, in a row that has room for it. */
export function SellerDetails({ screen }: { screen: AuctionScreen }) {
  const { _id: auctionId, currency, reserveMet = null } = screen.view.auction;
  // Only the list of the seller's own auctions includes the reserve.
  const { data: own } = useQuery({ ...ownAuctionsQuery, enabled: reserveMet !== null });
  const reserve = own?.find(({ _id }) => _id === auctionId)?.reservePrice;
  if (reserveMet === null || reserve === undefined) return null;
  const text = priceText(reserve, currency);
  return <p>{`Your reserve of ${text} ${reserveMet ? "is met" : "isn't met yet"}.`}</p>;
}
