import type { ComponentProps } from "react";

import { classes } from "./classes.ts";

/** A button with only an icon. The label is for screen readers and the tooltip. */
export function IconButton({ label, className, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        "inline-flex size-10 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-55",
        className,
      )}
    />
  );
}
