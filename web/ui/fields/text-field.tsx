import type { ComponentProps } from "react";

import { classes } from "../classes.ts";
import { CONTROL_CLASS, Field, type FieldText } from "./field.tsx";

type TextFieldProps = ComponentProps<"input"> &
  FieldText & { /** Shown inside the field, before the text: a currency sign. */ prefix?: string };

export function TextField({ label, error, hint, note, prefix, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} note={note} className={className}>
      {(control) => (
        <div className="relative">
          {prefix && (
            <span aria-hidden className="absolute inset-y-0 left-3.5 flex items-center text-muted">
              {prefix}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...control}
            // The width of the sign and the gap to the text.
            style={prefix ? { paddingLeft: `${prefix.length * 0.62 + 1.25}rem` } : undefined}
            className={classes(CONTROL_CLASS, "h-11")}
          />
        </div>
      )}
    </Field>
  );
}
