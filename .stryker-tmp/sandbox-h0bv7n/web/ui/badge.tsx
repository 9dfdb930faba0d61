// @ts-nocheck
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { classes } from "./classes.ts";

export type BadgeTone = "green" | "blue" | "red" | "grey" | "amber";

const TONES: Record<BadgeTone, string> = {
  green: "bg-success-soft text-success",
  blue: "bg-accent-soft text-accent",
  red: "bg-danger-soft text-danger",
  amber: "bg-warning-soft text-warning",
  grey: "bg-sunken text-muted",
};

type BadgeProps = { tone: BadgeTone; icon?: LucideIcon; children: ReactNode; className?: string };

export function Badge({ tone, icon: Icon, children, className }: BadgeProps) {
  return (
    <span
      className={classes(
        "inline-flex h-6 shrink-0 items-center gap-1 rounded-full px-2.5 text-xs font-semibold",
        TONES[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {children}
    </span>
  );
}
