import { useQuery } from "@tanstack/react-query";

import { secondChanceQuery } from "../../../api/deals.ts";
import { Price } from "../../../ui/items/price.tsx";

/** Shows an unpaid item's second-chance offer. Without an open or accepted offer, tells the seller they can relist. */
export function SecondChance({ auctionId, isSeller }: { auctionId: string; isSeller: boolean }) {
  const { data: chance } = useQuery(secondChanceQuery(auctionId));
  if (chance === undefined) return null;
  if (chance === null || chance.state === "over")
    return isSeller && <p className="mt-1 text-sm">You can list the item again.</p>;
  return (
    <p className="mt-1 text-sm">
      Second chance {chance.state} at <Price amount={chance.price} currency={chance.currency} />.
    </p>
  );
}
