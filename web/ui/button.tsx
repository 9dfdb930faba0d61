import type { ComponentProps } from "react";

import { buttonClass, type ButtonVariant, type ButtonSize } from "./button-style.ts";
import { Spinner } from "./spinner.tsx";

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While an action runs, the button is disabled and shows `busyLabel`, if given. */
  busy?: boolean;
  busyLabel?: string;
};

export function Button({
  variant,
  size,
  busy = false,
  busyLabel,
  className,
  disabled,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || rest["aria-busy"]}
      className={buttonClass(variant, size, className)}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
