import { useQuery } from "@tanstack/react-query";

import { secondChanceQuery } from "../../../api/deals.ts";
import { Price } from "../../../ui/price.tsx";

/** Shows everyone whether an unpaid item was offered to the next bidder. */
export function SecondChance({ auctionId }: { auctionId: string }) {
  const { data: chance } = useQuery(secondChanceQuery(auctionId));
  if (!chance || chance.state === "over") return null;
  return (
    <p className="mt-1 text-sm">
      Second chance {chance.state} at <Price amount={chance.price} currency={chance.currency} />.
    </p>
  );
}
