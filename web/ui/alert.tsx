import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { classes } from "./classes.ts";

const TONES = {
  danger: { colors: "bg-danger-soft text-danger", icon: CircleAlert },
  warning: { colors: "bg-warning-soft text-warning", icon: TriangleAlert },
  success: { colors: "bg-success-soft text-success", icon: CircleCheck },
  info: { colors: "bg-accent-soft text-accent", icon: Info },
} as const;

type AlertProps = { tone: keyof typeof TONES; children: ReactNode; className?: string };

/** A message within the page. Screen readers announce danger and warning right away, and all other tones when idle. */
export function Alert({ tone, children, className }: AlertProps) {
  const { colors, icon: Icon } = TONES[tone];
  return (
    <div
      role={tone === "danger" || tone === "warning" ? "alert" : "status"}
      className={classes(
        "flex gap-3 rounded-md border border-transparent px-4 py-3 text-sm font-medium",
        colors,
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
