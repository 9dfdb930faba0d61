import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { buyerReleased } from "../../api/auction-view.ts";
import { changeAuction } from "../../api/auction.ts";
import { messageOf } from "../../api/failure.ts";
import { ownAuctionsQuery } from "../../api/listings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { releaseBuyer } from "../../api/releases.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toasts } from "../../ui/toast.ts";

type ReleaseBuyerDialogProps = {
  auction: Pick<OwnAuction, "_id" | "title">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What has the focus once the sale is cancelled: the button is gone then, and this dialog with it. */
  focusAfter: () => HTMLElement | null;
};

/** Asks before a sale is cancelled, because nothing brings it back. */
export function ReleaseBuyerDialog({ auction, open, onOpenChange, focusAfter }: ReleaseBuyerDialogProps) {
  const { _id, title } = auction;
  const client = useQueryClient();
  const isDone = useRef(false);
  const release = useMutation({
    mutationFn: () => releaseBuyer(_id),
    onSuccess() {
      toasts.success("Buyer Released");
      // The list in D1 is a few seconds behind the room, so it is not fetched again now.
      client.setQueryData(ownAuctionsQuery.queryKey, (own) =>
        own?.map((one) => (one._id === _id ? { ...one, status: "Expired" as const, reserveMet: false } : one)),
      );
      changeAuction(client, _id, buyerReleased);
      for (const queryKey of [queryKeys.auction(_id), queryKeys.profile]) void client.invalidateQueries({ queryKey });
      isDone.current = true;
      onOpenChange(false);
    },
  });
  const { error, isPending } = release;
  const leave = useEffectEvent(() => isDone.current && focusAfter()?.focus());
  useEffect(() => () => void leave(), []);
  return (
    <ConfirmDialog
      layer="release-buyer"
      open={open}
      title="Release the buyer?"
      description={<span className="break-words">{title}</span>}
      back="Keep the sale"
      onBack={() => onOpenChange(false)}
      isPending={isPending}
      problem={error && messageOf(error, "We couldn’t reach the server. Try again. You can’t release them twice.")}
      confirm={
        <Button look="danger" busy={isPending} busyLabel="Releasing..." onClick={() => release.mutate()}>
          Release the buyer
        </Button>
      }
    >
      <p className="text-sm">
        If the buyer hasn’t paid, you can release them. Everyone will see that the sale is cancelled, and you can list
        the item again. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
