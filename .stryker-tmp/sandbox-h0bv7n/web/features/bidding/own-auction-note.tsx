// @ts-nocheck
import { paths } from "../../paths.ts";
import { LinkButton } from "../../ui/link-button.tsx";

/** In the place of the bid buttons, for the seller. */
export function OwnAuctionNote({ auctionId }: { auctionId: string }) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-md bg-sunken py-1.5 pr-2 pl-4 text-sm text-muted">
      <p>This is your own auction.</p>
      <LinkButton to={paths.editAuction(auctionId)} look="quiet" size="sm">
        Edit
      </LinkButton>
    </div>
  );
}
