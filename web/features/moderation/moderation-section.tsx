import type { ReactNode } from "react";

type ModerationSectionProps = { title: string; count?: number; empty: string; children: ReactNode };

/** A section of the moderation page: a list under its title, or a line if it is empty. */
export function ModerationSection({ title, count, empty, children }: ModerationSectionProps) {
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="font-display text-xl font-medium">
        {title}
        {count !== undefined && count > 0 && <span className="ml-2 text-base text-muted tabular-nums">{count}</span>}
      </h2>
      {count === 0 ? (
        <p className="mt-2 text-sm text-muted">{empty}</p>
      ) : (
        <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">{children}</ul>
      )}
    </section>
  );
}
