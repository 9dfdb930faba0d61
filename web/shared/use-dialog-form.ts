import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";

import { type ContractForm, type ContractFormOptions, useContractForm } from "./use-contract-form.ts";

type DialogFormOptions<Input extends FieldValues, Output> = Omit<ContractFormOptions<Input, Output>, "onSent"> & {
  /** The dialog stays open while the form is being sent. */
  busy: boolean;
};

export type DialogForm<Input extends FieldValues, Output> = ContractForm<Input, Output> & {
  open: boolean;
  onOpenChange: (next: boolean) => void;
  busy: boolean;
};

/**
 * A form in a dialog, which closes once the form is sent. If it's closed earlier, typed text is kept, except secrets.
 */
export function useDialogForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  { busy, ...options }: DialogFormOptions<Input, Output>,
): DialogForm<Input, Output> {
  const [open, setOpen] = useState(false);
  const form = useContractForm(schema, {
    ...options,
    onSent() {
      setOpen(false);
      form.reset();
    },
  });
  const {
    clearErrors,
    reset,
    resetField,
    formState: { isDirty },
  } = form;
  const onOpenChange = (next: boolean) => {
    if (busy) return;
    // The initial values may have changed since the dialog was last open.
    if (next && !isDirty) reset(options.initial);
    if (!next) for (const name of options.secretFields ?? []) resetField(name);
    setOpen(next);
    clearErrors();
  };
  return { ...form, open, onOpenChange, busy };
}
