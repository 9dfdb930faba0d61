import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { actInput, type ActInput } from "../../../worker/contract/moderation.ts";
import { type ModerationAction, moderate } from "../../api/moderation.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { toasts } from "../../ui/toast.ts";
import { ACTS } from "./acts.ts";

const MAX_REASON = 500;

type ActButtonProps = {
  act: ModerationAction;
  /** The name of the listing or the person. */
  name: string;
  /** A more specific label, where the action could apply to several targets. */
  label?: string;
};

/** An admin's action on a listing or a person. It asks for a reason first. */
export function ActButton({ act, name, label = ACTS[act.act].label }: ActButtonProps) {
  const { effect, done, danger } = ACTS[act.act];
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const action = useMutation({
    mutationFn: ({ reason }: ActInput) => moderate(act, reason),
    onSuccess: () => {
      toasts.success(done);
      void client.invalidateQueries({ queryKey: queryKeys.moderation });
    },
  });
  const { register, reset, clearErrors, errors, submit } = useContractForm(actInput, {
    initial: { reason: "" },
    send: action.mutate,
    onSent() {
      setOpen(false);
      reset();
    },
    failed: "This could not be done",
  });
  const show = (next: boolean) => {
    if (action.isPending) return;
    setOpen(next);
    clearErrors();
  };
  return (
    <>
      <Button look="secondary" size="sm" aria-label={`${label}: ${name}`} onClick={() => show(true)}>
        {danger ? <span className="text-danger">{label}</span> : label}
      </Button>
      <Dialog open={open} onOpenChange={show} title={label} description={`${name}. ${effect}`}>
        <form noValidate onSubmit={submit}>
          <TextAreaField
            label="Reason"
            rows={3}
            maxLength={MAX_REASON}
            error={errors.reason?.message}
            hint="It is kept in the journal with your name."
            {...register("reason")}
          />
          {errors.root && (
            <Alert tone="danger" className="mt-4">
              {errors.root.message}
            </Alert>
          )}
          <div className="mt-5 flex justify-end gap-3">
            <Button look="secondary" disabled={action.isPending} onClick={() => show(false)}>
              Cancel
            </Button>
            <Button type="submit" look={danger ? "danger" : "primary"} busy={action.isPending}>
              {label}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
