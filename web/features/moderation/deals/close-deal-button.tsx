import { z } from "zod";

import { SIDES, type Side } from "../../../../worker/rules/deal.ts";
import { Button } from "../../../ui/button.tsx";
import { RadioField } from "../../../ui/fields/radio-field.tsx";
import { ActionDialog } from "../action-dialog.tsx";
import { ACTION_TEXTS } from "../action-texts.ts";
import {
  NOT_REAUTHENTICATED,
  ReauthenticationFields,
  REAUTHENTICATION_SECRETS,
  sensitiveActionForm,
} from "../reauthentication-fields.tsx";
import { useActionForm } from "../use-action-form.ts";

const { label, effect, danger } = ACTION_TEXTS.closeDeal;
const NO_SIDE = "Choose the buyer or the seller";
/** The contract's schema, with an error if no radio button is chosen. */
const closeForm = sensitiveActionForm.extend({
  favor: z.string({ error: NO_SIDE }).pipe(z.enum(SIDES, { error: NO_SIDE })),
});

type CloseDealButtonProps = {
  dealId: string;
  title: string;
  names: { readonly [Name in Side]: string };
};

/** Ends a deal in favor of one side. Asks for the side, a reason and the admin's verification. */
export function CloseDealButton({ dealId, title, names }: CloseDealButtonProps) {
  const form = useActionForm(closeForm, {
    initial: { favor: "", reason: "", ...NOT_REAUTHENTICATED },
    actionOf: ({ favor }) => ({ name: "closeDeal", dealId, input: { favor } }),
    secretFields: REAUTHENTICATION_SECRETS,
  });
  const { register, watch, setValue, errors } = form;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => form.onOpenChange(true)}>
        <span className="text-danger">{label}</span>
      </Button>
      <ActionDialog
        form={form}
        title={label}
        description={`${title}. ${effect}`}
        reason={register("reason")}
        label={label}
        danger={danger}
        reauthentication={
          <ReauthenticationFields
            password={register("password")}
            error={errors.password?.message}
            withPasskey={watch("withPasskey")}
            onChoose={(withPasskey) => setValue("withPasskey", withPasskey)}
          />
        }
      >
        <RadioField
          legend="In favor of"
          choices={[
            {
              value: "buyer",
              label: `The buyer, ${names.buyer}`,
              effect: "They owe nothing, and it doesn't count as an unpaid deal.",
            },
            {
              value: "seller",
              label: `The seller, ${names.seller}`,
              effect: "If the buyer didn't pay in time, it still counts as an unpaid deal.",
            },
          ]}
          registration={register("favor")}
          error={errors.favor?.message}
          className="mb-5"
        />
      </ActionDialog>
    </>
  );
}
