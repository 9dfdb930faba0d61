import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";

import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { Dialog, DialogButtons } from "./dialog.tsx";
import { LayerDialog } from "./layer-dialog.tsx";

type ConfirmDialogProps = Pick<ComponentProps<typeof Dialog>, "open" | "title" | "description" | "finalFocus"> & {
  /** See `LayerDialog`. */
  layer?: string;
  /** The label of the button that cancels, which gets focus first. */
  backLabel: string;
  onBack: () => void;
  /** The confirm button, or what replaces it. */
  confirmButton: ReactNode;
  /** While the action runs, the dialog stays open. */
  isPending?: boolean;
  /** Why the action failed. */
  problem?: string | false | null;
  children?: ReactNode;
};

/** Asks before something that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { layer, backLabel, onBack, confirmButton, isPending = false, problem, children, ...dialog } = props;
  const backRef = useRef<HTMLButtonElement>(null);
  // The button that was tapped lost focus while it was disabled.
  useEffect(() => {
    if (problem) backRef.current?.focus();
  }, [problem]);
  const close = () => !isPending && onBack();
  const dialogProps = {
    ...dialog,
    onOpenChange: (next: boolean) => !next && close(),
    initialFocus: backRef,
    children: (
      <>
        {children}
        {problem && (
          <Alert tone="danger" className="mt-5 first:mt-0">
            {problem}
          </Alert>
        )}
        <DialogButtons>
          <Button ref={backRef} variant="secondary" onClick={close}>
            {backLabel}
          </Button>
          {confirmButton}
        </DialogButtons>
      </>
    ),
  };
  return layer === undefined ? <Dialog {...dialogProps} /> : <LayerDialog layer={layer} {...dialogProps} />;
}
