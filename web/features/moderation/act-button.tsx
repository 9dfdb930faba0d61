import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";

import { messageOf } from "../../api/failure.ts";
import { type Act, doAct } from "../../api/moderation.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { toasts } from "../../ui/toast.ts";
import { ACTS } from "./acts.ts";

const MIN_REASON = 3;
const MAX_REASON = 500;

type ActButtonProps = {
  act: Act;
  /** Of the listing or the person. */
  name: string;
  /** Says more than the act's own word, where it could be done to several. */
  label?: string;
};

/** One act of an admin on a listing or a person. It asks why before it does anything. */
export function ActButton({ act, name, label = ACTS[act.act].label }: ActButtonProps) {
  const { effect, done, danger } = ACTS[act.act];
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const doing = useMutation({
    mutationFn: () => doAct(act, reason),
    onSuccess: async () => {
      toasts.success(done);
      setOpen(false);
      setReason("");
      await client.invalidateQueries({ queryKey: queryKeys.moderation });
    },
  });
  const show = (next: boolean) => {
    if (doing.isPending) return;
    setOpen(next);
    setMissing(false);
    doing.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reason.trim().length < MIN_REASON) return setMissing(true);
    doing.mutate();
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
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setMissing(false);
            }}
            error={missing ? "Please give a reason" : undefined}
            hint="It is kept in the journal with your name."
          />
          {doing.isError && (
            <Alert tone="danger" className="mt-4">
              {messageOf(doing.error, "This could not be done")}
            </Alert>
          )}
          <div className="mt-5 flex justify-end gap-3">
            <Button look="secondary" disabled={doing.isPending} onClick={() => show(false)}>
              Cancel
            </Button>
            <Button type="submit" look={danger ? "danger" : "primary"} busy={doing.isPending}>
              {label}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
