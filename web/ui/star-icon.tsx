import { Star } from "lucide-react";

import { classes } from "./classes.ts";

export function StarIcon({ isFull, className }: { isFull: boolean; className: string }) {
  return (
    <Star
      aria-hidden
      strokeWidth={1.75}
      className={classes(className, isFull ? "fill-current text-accent" : "text-line-strong")}
    />
  );
}
