import type { SyntheticEvent } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import { DialogFormEnd } from "./dialog-form-end.tsx";
import { ReasonChoices } from "./reason-choices.tsx";
import { TextAreaField } from "./text-area-field.tsx";

type Problem = { readonly message?: string | undefined } | undefined;

type ReportFormProps = {
  reasons: readonly { readonly value: string; readonly label: string }[];
  register: (name: "reason" | "text") => UseFormRegisterReturn;
  errors: { readonly reason?: Problem; readonly text?: Problem; readonly root?: Problem };
  busy: boolean;
  submit: (event: SyntheticEvent) => void;
  onCancel: () => void;
};

/** What a person says about a thing that they report, in a dialog. */
export function ReportForm({ reasons, register, errors, busy, submit, onCancel }: ReportFormProps) {
  return (
    <form noValidate onSubmit={submit}>
      <ReasonChoices reasons={reasons} reason={register("reason")} error={errors.reason?.message} />
      <TextAreaField
        label="In your own words"
        note="Optional"
        rows={3}
        error={errors.text?.message}
        className="mt-4"
        {...register("text")}
      />
      <DialogFormEnd problem={errors.root?.message} busy={busy} onCancel={onCancel} label="Send report" />
    </form>
  );
}
