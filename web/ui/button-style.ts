import { classes } from "./classes.ts";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "confirm";
export type ButtonSize = "sm" | "md" | "lg";

// If the reader's own colors replace ours, a transparent border becomes visible and gives the button its shape.
const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border border-transparent bg-accent text-on-accent shadow-raised hover:not-disabled:bg-accent-strong",
  secondary: "border border-line-strong bg-surface text-ink hover:not-disabled:bg-sunken",
  quiet: "text-ink hover:not-disabled:bg-sunken",
  danger: "border border-transparent bg-danger text-on-danger shadow-raised hover:not-disabled:bg-danger-strong",
  // Waits for a second tap, so it must look different from the first button.
  confirm: "relative overflow-hidden border border-transparent bg-ink text-canvas shadow-raised",
};

// Heights are at least 24 px (WCAG 2.5.8), and the standard one is a comfortable touch target. Text that doesn't fit
// wraps to a second line, except in small buttons, which are in rows that wrap.
const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-9 gap-1.5 px-3 py-1 text-sm whitespace-nowrap",
  md: "min-h-11 gap-2 px-4 py-1.5 text-sm",
  lg: "min-h-13 gap-2 px-6 py-1.5 text-base",
};

/** The classes of a button, or of a link that looks like one. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "md", extra?: string): string {
  return classes(
    "inline-flex max-w-full shrink-0 items-center justify-center rounded-md text-center font-medium transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55",
    VARIANTS[variant],
    SIZES[size],
    extra,
  );
}
