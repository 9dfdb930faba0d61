/**
 * The only way to build a form. It checks the fields against a contract schema before it sends anything. A refusal
 * shows at the field that caused it, or for the form as a whole (`errors.root`, whose `type` is the refusal's code).
 * The input stays, and the first field with an error gets focus. It sends what the fields show, because some password
 * managers fill them in without an event.
 */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type SyntheticEvent, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  useForm,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";

import { ApiFailure, type FailureCode, messageOf } from "../api/failure.ts";

/** Called only while the form is on screen. A mutation's own callbacks run even after the person has left. */
export type SendCallbacks = { onSuccess: () => void; onError: (error: Error) => void };

export type ContractFormOptions<Input extends FieldValues, Output> = {
  /** The fields' initial values, in screen order. */
  initial: DefaultValues<Input>;
  /** Usually the `mutate` of the form's mutation. */
  send: (input: Output, callbacks: SendCallbacks) => void;
  onSent?: () => void;
  /** The message if the server gave no reason. Defaults to the failure's own message. */
  failureMessage?: string;
  /** Maps the contract's field names to the form's, where they differ. */
  fieldAliases?: Readonly<Record<string, Path<Input>>>;
  /** Refusals that belong to one field. */
  fieldByErrorCode?: Partial<Record<FailureCode, Path<Input>>>;
  /** Fields to clear after a refusal, such as wrong passwords. */
  secretFields?: readonly Path<Input>[];
  /** Names of the files in the request. Their refusals are in `fileErrors`. */
  fileFields?: readonly string[];
};

export type ContractForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  errors: FieldErrors<Input>;
  fileErrors: Readonly<Record<string, string>>;
  submit: (event: SyntheticEvent) => void;
};

export function useContractForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  options: ContractFormOptions<Input, Output>,
): ContractForm<Input, Output> {
  const { initial, send, onSent, failureMessage, secretFields = [] } = options;
  const [fileErrors, setFileErrors] = useState<Readonly<Record<string, string>>>({});
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    defaultValues: initial,
    // focusFirst follows the order on screen, not the order of registration.
    shouldFocusError: false,
  });
  const { getValues, register, setError, setFocus, resetField, handleSubmit, formState } = form;
  const fields = fieldNames<Input>(initial);

  const focusFirst = (found: FieldErrors<Input>) => {
    const first = fields.find((name) => get(found, name) !== undefined);
    if (first !== undefined) setFocus(first);
  };

  const showRefusal = (error: Error) => {
    const refusals = refusalsOf(error, fields, options);
    setFileErrors(refusals.fileErrors);
    for (const name of secretFields) resetField(name);
    const [first] = fields.filter((name) => refusals.fieldErrors.has(name));
    for (const [name, message] of refusals.fieldErrors) setError(name, { message }, { shouldFocus: name === first });
    if (refusals.fieldErrors.size > 0 || Object.keys(refusals.fileErrors).length > 0) return;
    const type = error instanceof ApiFailure ? error.code : "unreachable";
    setError("root", { type, message: messageOf(error, failureMessage ?? error.message) });
  };

  const submit = (event: SyntheticEvent) => {
    for (const target of controlsIn(event.currentTarget)) {
      const name = fields.find((each) => each === target.name);
      if (name && getValues(name) !== shownValueOf(target)) void register(name).onChange({ target, type: "change" });
    }
    void handleSubmit((input) => {
      setFileErrors({});
      send(input, { onSuccess: () => onSent?.(), onError: showRefusal });
    }, focusFirst)(event);
  };

  return { ...form, errors: formState.errors, fileErrors, submit };
}

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * The controls that hold a value. Excludes files, unchecked radio buttons, and the hidden inputs of our own selects.
 */
function controlsIn(form: EventTarget): FormControl[] {
  const controls = form instanceof HTMLFormElement ? [...form.elements] : [];
  return controls.filter((control): control is FormControl => {
    if (control instanceof HTMLInputElement) {
      const { type, checked, ariaHidden } = control;
      return ariaHidden !== "true" && type !== "file" && (type !== "radio" || checked);
    }
    return control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement;
  });
}

function shownValueOf(control: FormControl): string | boolean {
  return control.type === "checkbox" && control instanceof HTMLInputElement ? control.checked : control.value;
}

/** The names of all fields, such as `end.day` for part of a field. */
function fieldNames<Input extends FieldValues>(values: object): Path<Input>[] {
  const names = Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? Object.keys(value).map((part) => `${name}.${part}`) : [name],
  );
  return names.filter((name): name is Path<Input> => name !== "");
}

function refusalsOf<Input extends FieldValues, Output>(
  error: Error,
  fields: readonly Path<Input>[],
  { fieldAliases = {}, fieldByErrorCode = {}, fileFields = [] }: ContractFormOptions<Input, Output>,
) {
  const fieldErrors = new Map<Path<Input>, string>();
  const fileErrors: Record<string, string> = {};
  if (!(error instanceof ApiFailure)) return { fieldErrors, fileErrors };
  for (const [name, [message]] of Object.entries(error.fields)) {
    const field = fieldAliases[name] ?? fields.find((each) => each === name);
    if (message && field) fieldErrors.set(field, message);
    if (message && fileFields.includes(name)) fileErrors[name] = message;
  }
  const field = fieldByErrorCode[error.code];
  if (field) fieldErrors.set(field, error.message);
  return { fieldErrors, fileErrors };
}
