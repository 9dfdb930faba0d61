// @ts-nocheck
import { useRef } from "react";

import { Dialog } from "../../ui/dialog.tsx";
import { BidAmountForm, type BidAmountFormProps } from "./bid-amount-form.tsx";

type BidAmountDialogProps = Omit<BidAmountFormProps, "fieldRef"> & {
  open: boolean;
  title: string;
  description: string | null;
  onClose: () => void;
};

/** Asks for an amount. It stays open, with what was typed, until the room has accepted or the person leaves. */
export function BidAmountDialog({ open, title, description, onClose, ...form }: BidAmountDialogProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const { mutation } = form;
  const change = (next: boolean) => {
    if (next || mutation.isPending) return;
    mutation.reset();
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={change} title={title} description={description} initialFocus={fieldRef}>
      <BidAmountForm {...form} fieldRef={fieldRef} />
    </Dialog>
  );
}
