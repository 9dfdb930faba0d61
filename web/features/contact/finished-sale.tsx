import { useMutation, useQueryClient } from "@tanstack/react-query";

import type { FinishedSides } from "../../../worker/contract/contact.ts";
import { contactQuery, finishSale } from "../../api/contacts.ts";
import { messageOf } from "../../api/failure.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";

type FinishedSaleProps = {
  auctionId: string;
  finished: FinishedSides;
  /** The other person's first name. */
  name: string;
};

/** Marks a sale as finished, and shows whether the other side has. */
export function FinishedSale({ auctionId, finished, name }: FinishedSaleProps) {
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: () => finishSale(auctionId),
    onSuccess: (sides) =>
      client.setQueryData(contactQuery(auctionId).queryKey, (known) => known && { ...known, finished: sides }),
  });
  return (
    <section aria-label="Finishing the sale" className="mt-6 border-t border-line pt-5 text-sm">
      <p aria-live="polite">
        {finished.byOther && `${name} marked this sale as finished. `}
        {finished.byYou
          ? "You marked this sale as finished."
          : "Once it’s paid and delivered and everything’s settled, mark the sale as finished. You can’t undo this."}
      </p>
      {mark.error && (
        <Alert tone="danger" className="mt-3">
          {messageOf(mark.error, "We couldn't mark the sale as finished. Try again.")}
        </Alert>
      )}
      {!finished.byYou && (
        <Button look="secondary" className="mt-3" busy={mark.isPending} onClick={() => mark.mutate()}>
          Mark as finished
        </Button>
      )}
    </section>
  );
}
