import { classes } from "./classes.ts";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const LOOKS: Record<ButtonLook, string> = {
  primary: "bg-accent text-on-accent shadow-raised hover:not-disabled:bg-accent-strong",
  secondary: "border border-line-strong bg-surface text-ink hover:not-disabled:bg-sunken",
  quiet: "text-ink hover:not-disabled:bg-sunken",
  danger: "bg-danger text-on-danger shadow-raised hover:not-disabled:bg-danger-strong",
};

// Heights are at least 24 px (WCAG 2.5.8); the standard one is a comfortable touch target.
const SIZES: Record<ButtonSize, string> = {
  sm: "h-9 gap-1.5 px-3 text-sm",
  md: "h-11 gap-2 px-4 text-sm",
  lg: "h-13 gap-2 px-6 text-base",
};

/** The classes of a button, and of a link that looks like one. */
export function buttonClass(look: ButtonLook = "primary", size: ButtonSize = "md", extra?: string): string {
  return classes(
    "inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55",
    LOOKS[look],
    SIZES[size],
    extra,
  );
}
