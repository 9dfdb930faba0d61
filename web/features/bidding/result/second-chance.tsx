import { useQuery } from "@tanstack/react-query";

import { secondChanceQuery } from "../../../api/deals.ts";
import { Price } from "../../../ui/price.tsx";

/** What everyone may know of an item that its winner didn't pay for: whether the next bidder was offered it. */
export function SecondChance({ auctionId }: { auctionId: string }) {
  const { data: chance } = useQuery(secondChanceQuery(auctionId));
  if (!chance || chance.state === "over") return null;
  return (
    <p className="mt-1 text-sm">
      Second chance {chance.state} at <Price amount={chance.price} currency={chance.currency} />.
    </p>
  );
}
