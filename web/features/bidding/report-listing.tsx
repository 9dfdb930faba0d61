import { useMutation } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { type SubmitEvent, useState } from "react";

import { REPORT_REASONS, type ReportReason } from "../../../worker/contract/moderation.ts";
import { messageOf } from "../../api/failure.ts";
import { reportListing } from "../../api/moderation.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldMessage } from "../../ui/field.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { toasts } from "../../ui/toast.ts";

const MAX_TEXT = 1_000;

type ReportListingProps = { auctionId: string; signedIn: (action: () => void) => void };

/** Tells the house that something is wrong with a listing. Who is not signed in is sent to sign in first. */
export function ReportListing({ auctionId, signedIn }: ReportListingProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  const sending = useMutation({
    mutationFn: (chosen: ReportReason) => reportListing(auctionId, { reason: chosen, text }),
    onSuccess: () => {
      setOpen(false);
      setReason(null);
      setText("");
      toasts.success("Listing Reported");
    },
  });
  const show = (next: boolean) => {
    if (sending.isPending) return;
    setOpen(next);
    setMissing(false);
    sending.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reason === null) return setMissing(true);
    sending.mutate(reason);
  };
  return (
    <>
      <Button look="quiet" size="sm" className="-ml-3" onClick={() => signedIn(() => show(true))}>
        <Flag aria-hidden className="size-4" />
        Report this listing
      </Button>
      <Dialog
        open={open}
        onOpenChange={show}
        title="Report this listing"
        description="Someone of Lotline will look at it. The seller does not learn who reported it."
      >
        <form noValidate onSubmit={submit}>
          <fieldset aria-describedby="report-missing">
            <legend className="text-sm font-medium">What is wrong?</legend>
            <div className="mt-2 space-y-1">
              {REPORT_REASONS.map(({ value, label }) => (
                <label key={value} className="flex min-h-9 items-center gap-3 text-sm">
                  <input
                    type="radio"
                    name="reason"
                    value={value}
                    checked={reason === value}
                    onChange={() => {
                      setReason(value);
                      setMissing(false);
                    }}
                    className="size-4 shrink-0"
                  />
                  {label}
                </label>
              ))}
            </div>
            <FieldMessage id="report-missing" error={missing ? "Please choose a reason" : undefined} />
          </fieldset>
          <TextAreaField
            label="In your words"
            note="Optional"
            rows={3}
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="mt-4"
          />
          {sending.isError && (
            <Alert tone="danger" className="mt-4">
              {messageOf(sending.error, "Cannot report this listing")}
            </Alert>
          )}
          <div className="mt-5 flex justify-end gap-3">
            <Button look="secondary" disabled={sending.isPending} onClick={() => show(false)}>
              Cancel
            </Button>
            <Button type="submit" busy={sending.isPending}>
              Send report
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
