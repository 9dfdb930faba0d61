import type { Ref } from "react";

import { buttonClass, type ButtonLook, type ButtonSize } from "./button-style.ts";
import { Link, type LinkProps } from "./link.tsx";

type LinkButtonProps = Omit<LinkProps, "className"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link that looks like a button. */
export function LinkButton({ look, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonClass(look, size, className)} />;
}
