import type { Ref } from "react";

import { buttonClass, type ButtonVariant, type ButtonSize } from "./button-style.ts";
import { Link, type LinkProps } from "./link.tsx";

type LinkButtonProps = Omit<LinkProps, "className"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link that looks like a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonClass(variant, size, className)} />;
}
