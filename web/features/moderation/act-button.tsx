import { cloneElement, type ReactElement } from "react";

import { actInput } from "../../../worker/contract/moderation.ts";
import type { ModerationAction } from "../../api/moderation.ts";
import { Button } from "../../ui/button.tsx";
import { ActDialog } from "./act-dialog.tsx";
import { ACTS } from "./acts.ts";
import { useActForm } from "./use-act-form.ts";

type ActButtonProps = {
  act: ModerationAction;
  /** The name of the listing, the person or the category. */
  name: string;
  /** Another button than the usual one, without its action. */
  trigger?: ReactElement<{ onClick?: () => void }>;
};

/** An admin's action on one target. It asks for a reason first. */
export function ActButton({ act: action, name, trigger }: ActButtonProps) {
  const { label, effect, danger, reasonHint } = ACTS[action.act];
  const form = useActForm(actInput, { initial: { reason: "" }, actionOf: () => action });
  return (
    <>
      {cloneElement(
        trigger ?? (
          <Button look="secondary" size="sm" aria-label={`${label}: ${name}`}>
            {danger ? <span className="text-danger">{label}</span> : label}
          </Button>
        ),
        { onClick: () => form.show(true) },
      )}
      <ActDialog
        form={form}
        title={label}
        description={`${name}. ${effect}`}
        reason={form.register("reason")}
        reasonHint={reasonHint}
        label={label}
        danger={danger}
      />
    </>
  );
}
