import { z } from "zod";

import type { PersonForAdmins } from "../../../../worker/contract/admin.ts";
import { adminActionInput } from "../../../../worker/contract/moderation.ts";
import type { TrustActionName } from "../../../api/moderation.ts";
import { Button } from "../../../ui/button.tsx";
import { RadioField } from "../../../ui/fields/radio-field.tsx";
import { ActionDialog } from "../action-dialog.tsx";
import { ACTION_TEXTS } from "../action-texts.ts";
import { useActionForm } from "../use-action-form.ts";

const NO_LEVEL = "Choose a level";
const CHOICES = ["setKnown", "setNew", "clearTrust"] as const satisfies readonly TrustActionName[];
/** The contract's schema, with an error if no radio button is chosen. */
const trustForm = adminActionInput.extend({
  action: z.string({ error: NO_LEVEL }).pipe(z.enum(CHOICES, { error: NO_LEVEL })),
});

type TrustButtonProps = { personId: string; name: string; trust: NonNullable<PersonForAdmins["trust"]> };

/** Sets a person's trust level. Asks for the level and a reason. */
export function TrustButton({ personId, name, trust }: TrustButtonProps) {
  const form = useActionForm(trustForm, {
    initial: { action: "", reason: "" },
    actionOf: ({ action }) => ({ name: action, personId }),
  });
  const { register, watch, errors } = form;
  const choices = CHOICES.filter((choice) => LEVELS[choice] !== trust.set);
  const chosen = choices.find((choice) => choice === watch("action"));
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Set trust level: ${name}`}
        onClick={() => form.onOpenChange(true)}
      >
        Set trust level
      </Button>
      <ActionDialog
        form={form}
        title="Set trust level"
        description={`${name}. ${currentLevelText(trust)}`}
        reason={register("reason")}
        label={chosen ? ACTION_TEXTS[chosen].label : "Confirm"}
        danger={chosen !== undefined && ACTION_TEXTS[chosen].danger}
      >
        <RadioField
          legend="Trust level"
          choices={choices.map((value) => ({ value, ...ACTION_TEXTS[value] }))}
          registration={register("action")}
          error={errors.action?.message}
          className="mb-5"
        />
      </ActionDialog>
    </>
  );
}

const LEVELS = { setKnown: "known", setNew: "new", clearTrust: null } as const;

function currentLevelText({ level, set }: TrustButtonProps["trust"]): string {
  const current = level === "new" ? "They're a new member" : "They're a known member";
  return set === null ? `${current}.` : `${current}. An admin set this level.`;
}
