/**
 * Puts a refused submission where it was caused: at the field that the server names, else above the form. What was
 * typed stays as it is.
 */
// @ts-nocheck

import type { FieldValues, Path, UseFormSetError } from "react-hook-form";

import { ApiFailure, type FailureCode } from "./failure.ts";

type Placement<Form extends FieldValues> = {
  setError: UseFormSetError<Form>;
  /** The form's fields, in the order in which they stand. */
  fields: readonly Path<Form>[];
  /** Names of the wire that the form has under another name. */
  named?: Readonly<Record<string, Path<Form>>>;
  /** Refusals that belong to one field. */
  byCode?: Partial<Record<FailureCode, Path<Form>>>;
};

/** Whether the refusal found a field; if not, the form shows it as a whole. */
export function placeFailure<Form extends FieldValues>(error: unknown, placement: Placement<Form>): boolean {
  if (!(error instanceof ApiFailure)) return false;
  const { setError, fields, named = {}, byCode = {} } = placement;
  const messages = new Map<Path<Form>, string>();
  for (const [name, [message]] of Object.entries(error.fields)) {
    const field = named[name] ?? fields.find((each) => each === name);
    if (field && message) messages.set(field, message);
  }
  const field = byCode[error.code];
  if (field) messages.set(field, error.message);
  const [first] = fields.filter((each) => messages.has(each));
  for (const [each, message] of messages) setError(each, { message }, { shouldFocus: each === first });
  return messages.size > 0;
}
