import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

import { classes } from "../classes.ts";
import { CONTROL_CLASS } from "./field.tsx";

export const CHOICE_CLASS = classes(
  CONTROL_CLASS,
  "flex h-11 items-center justify-between gap-2 text-left select-none data-popup-open:border-accent",
);

/** A button that looks like a select box and opens a list of choices. */
export function ChoiceButton({ children, ...rest }: Omit<ComponentProps<"button">, "type" | "className">) {
  return (
    <button {...rest} type="button" className={CHOICE_CLASS}>
      <span className="truncate">{children}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  );
}
