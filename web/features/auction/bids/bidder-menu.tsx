import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";

import type { Person } from "../../../../worker/contract/catalogue.ts";
import { blockBidder } from "../../../api/blocks.ts";
import { messageOf } from "../../../api/failure.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { toasts } from "../../../ui/toast.ts";

/** The seller's menu next to a bid, for blocking its bidder. */
export function BidderMenu({ auctionId, bidder }: { auctionId: string; bidder: Person }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const name = fullName(bidder);
  const blocking = useMutation({
    mutationFn: () => blockBidder({ auctionId, bidderId: bidder._id }),
    onSuccess: () => {
      setOpen(false);
      toasts.success("Bidder Blocked");
      void client.invalidateQueries({ queryKey: queryKeys.blocked });
    },
  });
  const changeOpen = (next: boolean) => {
    if (blocking.isPending) return;
    setOpen(next);
    blocking.reset();
  };
  return (
    <Popover
      open={open}
      onOpenChange={changeOpen}
      trigger={
        <IconButton label={`More actions for ${name}`} className="-my-1.5 -mr-1.5">
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
      title={`Block ${name}?`}
      className="w-80 p-5"
    >
      <p className="mt-2 text-sm text-muted">
        {name} won't be able to bid on any of your auctions, and their bids in your live auctions will no longer count.
        We'll recalculate the price and the leader without them. You can unblock them in your profile, but that won't
        bring their bids back.
      </p>
      {blocking.isError && (
        <Alert tone="danger" className="mt-4">
          {messageOf(blocking.error, "We couldn't block this bidder. Try again.")}
        </Alert>
      )}
      <div className="mt-5 flex justify-end gap-3">
        <Button variant="secondary" size="sm" disabled={blocking.isPending} onClick={() => changeOpen(false)}>
          Cancel
        </Button>
        <Button variant="danger" size="sm" busy={blocking.isPending} onClick={() => blocking.mutate()}>
          Block bidder
        </Button>
      </div>
    </Popover>
  );
}
