// @ts-nocheck
import { classes } from "./classes.ts";

/** A quiet block in the size of what is still on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes("animate-breathe rounded-md bg-sunken", className)} />;
}
