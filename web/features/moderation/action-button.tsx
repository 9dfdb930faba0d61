import { cloneElement, type ReactElement } from "react";

import { needsReauthentication } from "../../../worker/contract/moderation.ts";
import type { ModerationAction } from "../../api/moderation.ts";
import { Button } from "../../ui/button.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { ACTION_TEXTS } from "./action-texts.ts";
import {
  NOT_REAUTHENTICATED,
  ReauthenticationFields,
  REAUTHENTICATION_SECRETS,
  sensitiveActionForm,
} from "./reauthentication-fields.tsx";
import { useActionForm } from "./use-action-form.ts";

type ActionButtonProps = {
  action: ModerationAction;
  /** The name of the listing, person or category. */
  name: string;
  /** Replaces the default button. `ActionButton` adds its click handler. */
  trigger?: ReactElement<{ onClick?: () => void }>;
};

/** An admin action on one target. Asks for a reason first. */
export function ActionButton({ action, name, trigger }: ActionButtonProps) {
  const { label, effect, danger, reasonHint, reasonLabel } = ACTION_TEXTS[action.name];
  const form = useActionForm(sensitiveActionForm, {
    initial: { reason: "", ...NOT_REAUTHENTICATED },
    actionOf: () => action,
    secretFields: REAUTHENTICATION_SECRETS,
  });
  const { register, watch, setValue, errors } = form;
  return (
    <>
      {cloneElement(
        trigger ?? (
          <Button variant="secondary" size="sm" aria-label={`${label}: ${name}`}>
            {danger ? <span className="text-danger">{label}</span> : label}
          </Button>
        ),
        { onClick: () => form.onOpenChange(true) },
      )}
      <ActionDialog
        form={form}
        title={label}
        description={`${name}. ${effect}`}
        reason={register("reason")}
        reasonHint={reasonHint}
        reasonLabel={reasonLabel}
        label={label}
        danger={danger}
        reauthentication={
          needsReauthentication(action.name) && (
            <ReauthenticationFields
              password={register("password")}
              error={errors.password?.message}
              withPasskey={watch("withPasskey")}
              onChoose={(withPasskey) => setValue("withPasskey", withPasskey)}
            />
          )
        }
      />
    </>
  );
}
