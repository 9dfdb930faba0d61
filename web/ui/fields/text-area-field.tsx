import type { ComponentProps } from "react";

import { classes } from "../classes.ts";
import { CONTROL_CLASS, Field, type FieldText } from "./field.tsx";

export function TextAreaField({
  label,
  error,
  hint,
  note,
  className,
  ...area
}: ComponentProps<"textarea"> & FieldText) {
  return (
    <Field label={label} error={error} hint={hint} note={note} className={className}>
      {(control) => (
        <textarea
          rows={5}
          {...area}
          {...control}
          className={classes(CONTROL_CLASS, "field-sizing-content min-h-28 py-2.5")}
        />
      )}
    </Field>
  );
}
