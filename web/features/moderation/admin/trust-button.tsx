import { z } from "zod";

import type { PersonForAdmins } from "../../../../worker/contract/admin.ts";
import { adminActionInput } from "../../../../worker/contract/moderation.ts";
import type { TrustAct } from "../../../api/moderation.ts";
import { Button } from "../../../ui/button.tsx";
import { ActChoices } from "../act-choices.tsx";
import { ActDialog } from "../act-dialog.tsx";
import { ACTS } from "../acts.ts";
import { useActForm } from "../use-act-form.ts";

const NO_LEVEL = "Choose a level";
const CHOICES = ["setKnown", "setNew", "clearTrust"] as const satisfies readonly TrustAct[];
/** The contract's input, for radio buttons without an initial choice. */
const trustForm = adminActionInput.extend({
  act: z.string({ error: NO_LEVEL }).pipe(z.enum(CHOICES, { error: NO_LEVEL })),
});

type TrustButtonProps = { personId: string; name: string; trust: NonNullable<PersonForAdmins["trust"]> };

/** Sets how far a person is trusted. It asks for the level and a reason. */
export function TrustButton({ personId, name, trust }: TrustButtonProps) {
  const form = useActForm(trustForm, {
    initial: { act: "", reason: "" },
    actionOf: ({ act }) => ({ act, personId }),
  });
  const { register, watch, errors } = form;
  const choices = CHOICES.filter((choice) => LEVELS[choice] !== trust.set);
  const chosen = choices.find((choice) => choice === watch("act"));
  return (
    <>
      <Button look="secondary" size="sm" aria-label={`Set trust level: ${name}`} onClick={() => form.show(true)}>
        Set trust level
      </Button>
      <ActDialog
        form={form}
        title="Set trust level"
        description={`${name}. ${nowText(trust)}`}
        reason={register("reason")}
        label={chosen ? ACTS[chosen].label : "Confirm"}
        danger={chosen !== undefined && ACTS[chosen].danger}
      >
        <ActChoices legend="Trust level" choices={choices} act={register("act")} error={errors.act?.message} />
      </ActDialog>
    </>
  );
}

const LEVELS = { setKnown: "known", setNew: "new", clearTrust: null } as const;

function nowText({ level, set }: TrustButtonProps["trust"]): string {
  const now = level === "new" ? "They're a new member" : "They're a known member";
  return set === null ? `${now}.` : `${now}, set by an admin.`;
}
