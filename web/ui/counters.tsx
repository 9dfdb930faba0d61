import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { classes } from "./classes.ts";
import { Link } from "./link.tsx";
import { Skeleton } from "./skeleton.tsx";

export type Counter = {
  label: string;
  icon?: LucideIcon;
  /** Absent while it loads. */
  value: ReactNode;
  /** What the number leaves out, so that the totals add up: "+ 1 upcoming". */
  note?: string | null;
  /** The page that lists what is counted. */
  link?: { to: string; text: string };
};

/** A row of labeled numbers. It keeps its size while they load. With larger text they're stacked. */
export function Counters({ counters, className }: { counters: readonly Counter[]; className?: string }) {
  return (
    <dl
      className={classes(
        "grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-3 sm:gap-4",
        className ?? "md:grid-cols-4",
      )}
    >
      {counters.map(({ label, icon: Icon, value, note, link }) => (
        <div
          key={label}
          className="relative min-w-0 rounded-lg border border-line bg-surface px-4 py-3.5 sm:px-5 sm:py-4"
        >
          <dt className="flex items-center gap-2 text-sm text-muted">
            {Icon && <Icon aria-hidden className="hidden size-4 shrink-0 sm:block" strokeWidth={1.75} />}
            {label}
          </dt>
          <dd className="mt-1.5 flex min-h-8 flex-wrap items-center gap-x-2 text-xl font-semibold tabular-nums">
            {value ?? <Skeleton className="h-6 w-12" />}
            {note && <span className="text-sm font-normal text-muted">{note}</span>}
          </dd>
          {link && (
            <dd className="mt-1 text-sm sm:absolute sm:right-4 sm:bottom-4">
              <Link
                to={link.to}
                className="rounded-sm font-medium text-accent after:absolute after:-inset-4 hover:underline"
              >
                {link.text}
              </Link>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
