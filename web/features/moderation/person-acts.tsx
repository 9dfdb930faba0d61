import { type ReactElement, cloneElement } from "react";
import { z } from "zod";

import type { Person } from "../../../worker/contract/catalogue.ts";
import { needsProof } from "../../../worker/contract/moderation.ts";
import { HIDDEN_NAME } from "../../../worker/contract/people.ts";
import type { PersonAct } from "../../api/moderation.ts";
import { fullName } from "../../ui/full-name.ts";
import { ActChoices } from "./act-choices.tsx";
import { ActDialog } from "./act-dialog.tsx";
import { ACTS } from "./acts.ts";
import { NO_PROOF, OwnProof, PROOF_SECRETS, provenActForm } from "./own-proof.tsx";
import { useActForm } from "./use-act-form.ts";

const NO_ACT = "Choose what to do";
const CHOICES = ["hideName", "showName", "removePortrait", "suspend"] as const satisfies readonly PersonAct[];
/** The contract's input, for radio buttons without an initial choice. */
const personActForm = provenActForm.extend({
  act: z.string({ error: NO_ACT }).pipe(z.enum(CHOICES, { error: NO_ACT })),
});

type PersonActsProps = {
  person: Person;
  /** The button that opens the dialog, without its action. */
  trigger: ReactElement<{ onClick?: () => void }>;
};

/** The admin actions on a person, in one dialog with a choice and a reason. */
export function PersonActs({ person, trigger }: PersonActsProps) {
  const name = fullName(person);
  const form = useActForm(personActForm, {
    initial: { act: "", reason: "", ...NO_PROOF },
    actionOf: ({ act }) => ({ act, personId: person._id }),
    secrets: PROOF_SECRETS,
  });
  const { register, watch, setValue, errors } = form;
  const choices = choicesFor(person);
  const chosen = choices.find((choice) => choice === watch("act"));
  return (
    <>
      {cloneElement(trigger, { onClick: () => form.show(true) })}
      <ActDialog
        form={form}
        title={`Moderate ${name}`}
        reason={register("reason")}
        label={chosen ? ACTS[chosen].label : "Confirm"}
        danger={chosen !== undefined && ACTS[chosen].danger}
        proof={
          chosen !== undefined &&
          needsProof(chosen) && (
            <OwnProof
              password={register("password")}
              error={errors.password?.message}
              withPasskey={watch("withPasskey")}
              onChoose={(withPasskey) => setValue("withPasskey", withPasskey)}
            />
          )
        }
      >
        <ActChoices
          legend="What do you want to do?"
          choices={choices}
          act={register("act")}
          error={errors.act?.message}
        />
      </ActDialog>
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
