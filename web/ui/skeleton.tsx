import { classes } from "./classes.ts";

/** A placeholder as large as the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes("animate-pulse rounded-md bg-sunken", className)} />;
}
