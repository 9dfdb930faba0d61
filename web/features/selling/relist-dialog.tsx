import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { messageOf } from "../../api/failure.ts";
import { invalidateListings, relistAuction } from "../../api/listings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { EmailVerificationNote } from "../../shared/email-verification-note.tsx";
import { useVerificationRefusal } from "../../shared/use-verification-refusal.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { format } from "../../ui/format.ts";
import { useTickedValue } from "../../ui/ticker.ts";
import { toasts } from "../../ui/toast.ts";

const DAY_MS = 24 * 3_600_000;
/** Common durations, in days. */
const DAYS = [1, 3, 5, 7, 10, 14, 30];
const DEFAULT_DAYS = 7;
const OPTIONS = DAYS.map((days) => ({ value: String(days), label: days === 1 ? "1 day" : `${days} days` }));

type RelistDialogProps = { auction: ListedAuction; open: boolean; onOpenChange: (open: boolean) => void };

/** Relists an expired auction unchanged. The seller chooses only its end. */
export function RelistDialog({ auction, open, onOpenChange }: RelistDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [days, setDays] = useState(String(DEFAULT_DAYS));
  const endText = useTickedValue(() => format.fullDateAndTime(serverNow() + Number(days) * DAY_MS));
  const relisting = useMutation({
    mutationFn: () => relistAuction(auction._id, serverNow() + Number(days) * DAY_MS),
    onSuccess(relisted) {
      toasts.success("Auction Listed Again");
      invalidateListings(client);
      void client.invalidateQueries({ queryKey: queryKeys.relisted(auction._id) });
      void navigate(paths.auction(relisted._id));
    },
  });
  const verificationRefusal = useVerificationRefusal(relisting);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="List again"
      description={`We'll list “${auction.title}” again with the same text, photos and terms.`}
    >
      <Field label="Duration" hint={`Ends ${endText}`}>
        {(control) => <Select {...control} options={OPTIONS} value={days} onChange={setDays} />}
      </Field>
      {verificationRefusal && (
        <EmailVerificationNote
          className="mt-4"
          refusal={verificationRefusal}
          blockedAction="list"
          onVerified={() => relisting.mutate()}
        />
      )}
      {relisting.error && !verificationRefusal && (
        <Alert tone="danger" className="mt-4">
          {messageOf(relisting.error, "We can't reach the server. Try again. It won't be listed twice.")}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button busy={relisting.isPending} busyLabel="Listing..." onClick={() => relisting.mutate()}>
          List again
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
