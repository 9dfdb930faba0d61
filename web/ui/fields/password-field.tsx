import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";

import { classes } from "../classes.ts";
import { IconButton } from "../icon-button.tsx";
import { CONTROL_CLASS, Field, type FieldText } from "./field.tsx";

/** The signed-in person's password, entered again. */
export function OwnPasswordField(input: Omit<ComponentProps<typeof PasswordField>, "label" | "autoComplete">) {
  return <PasswordField label="Your password" autoComplete="current-password" {...input} />;
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, error, hint, note, className, ...input }: ComponentProps<"input"> & FieldText) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Field label={label} error={error} hint={hint} note={note} className={className}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isVisible ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={classes(CONTROL_CLASS, "h-11 pr-12")}
          />
          <IconButton
            label={isVisible ? "Hide password" : "Show password"}
            aria-controls={control.id}
            className="absolute inset-y-0.5 right-0.5"
            onClick={() => setIsVisible((was) => !was)}
          >
            {isVisible ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
