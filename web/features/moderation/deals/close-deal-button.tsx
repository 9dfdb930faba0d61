import { z } from "zod";

import { SIDES, type Side } from "../../../../worker/rules/deal.ts";
import { Button } from "../../../ui/button.tsx";
import { Choices } from "../act-choices.tsx";
import { ActDialog } from "../act-dialog.tsx";
import { ACTS } from "../acts.ts";
import { NO_PROOF, OwnProof, PROOF_SECRETS, provenActForm } from "../own-proof.tsx";
import { useActForm } from "../use-act-form.ts";

const { label, effect, danger } = ACTS.closeDeal;
const NO_SIDE = "Choose a side";
/** The contract's input, for radio buttons without an initial choice. */
const closeForm = provenActForm.extend({
  favor: z.string({ error: NO_SIDE }).pipe(z.enum(SIDES, { error: NO_SIDE })),
});

type CloseDealButtonProps = {
  dealId: string;
  title: string;
  /** The names of both sides. */
  names: { readonly [Name in Side]: string };
};

/** Ends a deal for one side. It asks for the side, a reason and the admin's proof. */
export function CloseDealButton({ dealId, title, names }: CloseDealButtonProps) {
  const form = useActForm(closeForm, {
    initial: { favor: "", reason: "", ...NO_PROOF },
    actionOf: ({ favor }) => ({ act: "closeDeal", dealId, input: { favor } }),
    secrets: PROOF_SECRETS,
  });
  const { register, watch, setValue, errors } = form;
  return (
    <>
      <Button look="secondary" size="sm" onClick={() => form.show(true)}>
        <span className="text-danger">{label}</span>
      </Button>
      <ActDialog
        form={form}
        title={label}
        description={`${title}. ${effect}`}
        reason={register("reason")}
        label={label}
        danger={danger}
        proof={
          <OwnProof
            password={register("password")}
            error={errors.password?.message}
            withPasskey={watch("withPasskey")}
            onChoose={(withPasskey) => setValue("withPasskey", withPasskey)}
          />
        }
      >
        <Choices
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
              effect: "If the buyer hadn't paid in time, it stays one of their unpaid deals.",
            },
          ]}
          register={register("favor")}
          error={errors.favor?.message}
        />
      </ActDialog>
    </>
  );
}
