import { type ReactElement, cloneElement } from "react";
import { z } from "zod";

import type { Person } from "../../../worker/contract/catalogue.ts";
import { needsReauthentication } from "../../../worker/contract/moderation.ts";
import { HIDDEN_NAME } from "../../../worker/contract/people.ts";
import type { PersonActionName } from "../../api/moderation.ts";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { fullName } from "../../ui/full-name.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { ACTION_TEXTS } from "./action-texts.ts";
import {
  NOT_REAUTHENTICATED,
  ReauthenticationFields,
  REAUTHENTICATION_SECRETS,
  sensitiveActionForm,
} from "./reauthentication-fields.tsx";
import { useActionForm } from "./use-action-form.ts";

const NO_ACTION = "Choose what to do";
const CHOICES = ["hideName", "showName", "removePortrait", "suspend"] as const satisfies readonly PersonActionName[];
/** The contract's schema, with an error if no radio button is chosen. */
const personActionForm = sensitiveActionForm.extend({
  action: z.string({ error: NO_ACTION }).pipe(z.enum(CHOICES, { error: NO_ACTION })),
});

type PersonActionsProps = {
  person: Person;
  /** The button that opens the dialog. `PersonActions` adds its click handler. */
  trigger: ReactElement<{ onClick?: () => void }>;
};

/** The admin actions on a person, in one dialog with a choice and a reason. */
export function PersonActions({ person, trigger }: PersonActionsProps) {
  const name = fullName(person);
  const form = useActionForm(personActionForm, {
    initial: { action: "", reason: "", ...NOT_REAUTHENTICATED },
    actionOf: ({ action }) => ({ name: action, personId: person._id }),
    secretFields: REAUTHENTICATION_SECRETS,
  });
  const { register, watch, setValue, errors } = form;
  const choices = choicesFor(person);
  const chosen = choices.find((choice) => choice === watch("action"));
  return (
    <>
      {cloneElement(trigger, { onClick: () => form.onOpenChange(true) })}
      <ActionDialog
        form={form}
        title={`Moderate ${name}`}
        reason={register("reason")}
        label={chosen ? ACTION_TEXTS[chosen].label : "Confirm"}
        danger={chosen !== undefined && ACTION_TEXTS[chosen].danger}
        reauthentication={
          chosen !== undefined &&
          needsReauthentication(chosen) && (
            <ReauthenticationFields
              password={register("password")}
              error={errors.password?.message}
              withPasskey={watch("withPasskey")}
              onChoose={(withPasskey) => setValue("withPasskey", withPasskey)}
            />
          )
        }
      >
        <RadioField
          legend="What do you want to do?"
          choices={choices.map((value) => ({ value, ...ACTION_TEXTS[value] }))}
          registration={register("action")}
          error={errors.action?.message}
          className="mb-5"
        />
      </ActionDialog>
    </>
  );
}

function choicesFor({ firstName, lastName, image }: Person): readonly (typeof CHOICES)[number][] {
  const isNameHidden = firstName === HIDDEN_NAME.firstName && lastName === HIDDEN_NAME.lastName;
  return CHOICES.filter((choice) => {
    if (choice === "hideName") return !isNameHidden;
    if (choice === "showName") return isNameHidden;
    return choice === "suspend" || image !== null;
  });
}
