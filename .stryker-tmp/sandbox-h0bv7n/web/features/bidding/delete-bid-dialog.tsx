// @ts-nocheck
import { type RefObject, useEffect, useRef } from "react";

import { messageOf } from "../../api/failure.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type DeleteBidDialogProps = {
  open: boolean;
  mutation: { isPending: boolean; isSuccess: boolean; error: Error | null; reset: () => void };
  onDelete: () => void;
  onClose: () => void;
  /** Takes the focus when the bid, and with it the button that opened this, is gone. */
  listRef: RefObject<HTMLElement | null>;
};

export function DeleteBidDialog({ open, mutation, listRef, onDelete, onClose }: DeleteBidDialogProps) {
  const noRef = useRef<HTMLButtonElement>(null);
  const { error } = mutation;
  // The button that was pressed could not hold the focus while it was disabled.
  useEffect(() => {
    if (error) noRef.current?.focus();
  }, [error]);
  const close = () => {
    if (mutation.isPending) return;
    mutation.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      initialFocus={noRef}
      finalFocus={() => (mutation.isSuccess ? listRef.current : null)}
      title="Delete bid"
      description="Are you sure you want to delete this bid?"
    >
      {error && (
        <Alert tone="danger" className="mb-5">
          {messageOf(error, "Cannot delete bid")}
        </Alert>
      )}
      <div className="flex justify-end gap-3">
        <Button ref={noRef} look="secondary" onClick={close}>
          No
        </Button>
        <Button look="danger" busy={mutation.isPending} onClick={onDelete}>
          Yes
        </Button>
      </div>
    </Dialog>
  );
}
