import { type ComponentProps, type ReactNode, useId } from "react";

import { FieldMessage } from "./field.tsx";

type CheckboxFieldProps = Omit<ComponentProps<"input">, "children"> & {
  children: ReactNode;
  error?: string | undefined;
};

export function CheckboxField({ children, error, ...input }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-message` : undefined}
          className="mt-0.5 size-5 shrink-0 rounded-sm"
        />
        <label htmlFor={id} className="text-sm text-muted">
          {children}
        </label>
      </div>
      <FieldMessage id={`${id}-message`} error={error} />
    </div>
  );
}
