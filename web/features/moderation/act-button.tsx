import { useState } from "react";

import { actInput } from "../../../worker/contract/moderation.ts";
import type { ModerationAction } from "../../api/moderation.ts";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ACTS } from "./acts.ts";
import { ReasonForm } from "./reason-form.tsx";
import { useAct } from "./use-act.ts";

type ActButtonProps = {
  act: ModerationAction;
  /** The name of the listing, the person or the category. */
  name: string;
};

/** An admin's action on one target. It asks for a reason first. */
export function ActButton({ act: action, name }: ActButtonProps) {
  const { label, effect, danger, reasonHint } = ACTS[action.act];
  const [open, setOpen] = useState(false);
  const act = useAct();
  const { register, reset, clearErrors, errors, submit } = useContractForm(actInput, {
    initial: { reason: "" },
    send: ({ reason }, callbacks) => act.mutate({ action, reason }, callbacks),
    onSent() {
      setOpen(false);
      reset();
    },
    failed: "This could not be done",
  });
  const show = (next: boolean) => {
    if (act.isPending) return;
    setOpen(next);
    clearErrors();
  };
  return (
    <>
      <Button look="secondary" size="sm" aria-label={`${label}: ${name}`} onClick={() => show(true)}>
        {danger ? <span className="text-danger">{label}</span> : label}
      </Button>
      <Dialog open={open} onOpenChange={show} title={label} description={`${name}. ${effect}`}>
        <ReasonForm
          onSubmit={submit}
          onCancel={() => show(false)}
          reason={register("reason")}
          reasonError={errors.reason?.message}
          reasonHint={reasonHint}
          refusal={errors.root?.message}
          label={label}
          danger={danger}
          busy={act.isPending}
        />
      </Dialog>
    </>
  );
}
