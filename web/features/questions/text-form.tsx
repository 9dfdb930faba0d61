import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { z } from "zod";

import type { Question } from "../../../worker/contract/question.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/fields/text-area-field.tsx";

type TextFormProps = {
  schema: z.ZodType<{ text: string }, { text: string }>;
  label: string;
  hint: string;
  initial: string;
  sending: UseMutationResult<Question, Error, string>;
  /** Called with the text, if it's valid, instead of sending it. */
  onSubmitInstead: ((text: string) => void) | null;
  /** The message if the server gave no reason. */
  failureMessage: string;
  /** Replaces the message of a refusal. */
  notice: ReactNode;
  submitLabel: string;
  busyLabel: string;
  onCancel: () => void;
};

/** A form with one text field. The typed text stays after a refusal. */
export function TextForm(props: TextFormProps) {
  const {
    schema,
    label,
    hint,
    initial,
    sending,
    onSubmitInstead,
    failureMessage,
    notice,
    submitLabel,
    busyLabel,
    onCancel,
  } = props;
  const { register, errors, submit, setFocus } = useContractForm(schema, {
    initial: { text: initial },
    send: ({ text }, callbacks) => (onSubmitInstead ? onSubmitInstead(text) : sending.mutate(text, callbacks)),
    failureMessage,
  });
  useEffect(() => setFocus("text"), [setFocus]);
  const problem = errors.root?.message;
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <TextAreaField label={label} hint={hint} rows={3} error={errors.text?.message} {...register("text")} />
      {notice ??
        (problem !== undefined && (
          <Alert tone="danger" className="mt-4">
            {problem}
          </Alert>
        ))}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" busy={sending.isPending} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        <Button variant="secondary" disabled={sending.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
