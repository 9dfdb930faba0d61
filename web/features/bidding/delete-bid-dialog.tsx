import { messageOf } from "../../api/failure.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type DeleteBidDialogProps = {
  open: boolean;
  mutation: { isPending: boolean; error: Error | null; reset: () => void };
  onDelete: () => void;
  onClose: () => void;
};

export function DeleteBidDialog({ open, mutation, onDelete, onClose }: DeleteBidDialogProps) {
  const close = () => {
    if (mutation.isPending) return;
    mutation.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Delete bid"
      description="Are you sure you want to delete this bid?"
    >
      {mutation.error && (
        <Alert tone="danger" className="mb-5">
          {messageOf(mutation.error, "Cannot delete bid")}
        </Alert>
      )}
      <div className="flex justify-end gap-3">
        <Button look="secondary" onClick={close}>
          No
        </Button>
        <Button look="danger" busy={mutation.isPending} onClick={onDelete}>
          Yes
        </Button>
      </div>
    </Dialog>
  );
}
