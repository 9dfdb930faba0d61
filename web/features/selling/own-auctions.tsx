import { useRef } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { OwnAuctionCard } from "./own-auction-card.tsx";
import { useDeleteAuction } from "./use-delete-auction.ts";

type OwnAuctionsProps = {
  auctions: readonly Auction[];
  /** Gives the focus to something that stays, when the last card goes. */
  focusElsewhere: () => void;
};

/** The cards. When one is deleted the focus goes to the title of the card that takes its place: never to its Delete. */
export function OwnAuctions({ auctions, focusElsewhere }: OwnAuctionsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { refusal, deletingId, remove } = useDeleteAuction((auctionId) => {
    const at = auctions.findIndex(({ _id }) => _id === auctionId);
    const neighbour = auctions[at + 1] ?? auctions[at - 1];
    const card = neighbour && list.current?.querySelector<HTMLElement>(`[data-auction="${neighbour._id}"] h2 a`);
    if (card) card.focus({ preventScroll: true });
    else focusElsewhere();
  });
  return (
    <ul ref={list} className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {auctions.map((auction) => (
        <li key={auction._id} data-auction={auction._id} className="min-w-0">
          <OwnAuctionCard
            auction={auction}
            deleting={deletingId === auction._id}
            refusal={refusal?.auctionId === auction._id ? refusal.reason : undefined}
            onDelete={() => remove(auction._id)}
          />
        </li>
      ))}
    </ul>
  );
}
