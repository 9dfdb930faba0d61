import { Children, type ReactNode, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";

type ModerationSectionProps = { title: string; children: ReactNode };

/** How many rows to show at first, and how many each tap of the button adds. */
const ROWS_PER_STEP = 20;

/** A section of the moderation page: a list under its title, a few rows at a time. Nothing if it's empty. */
export function ModerationSection({ title, children }: ModerationSectionProps) {
  const [shownCount, setShownCount] = useState(ROWS_PER_STEP);
  const section = useRef<HTMLElement>(null);
  const rows = Children.toArray(children);
  const remainingCount = rows.length - shownCount;
  if (rows.length === 0) return null;
  return (
    <section ref={section} tabIndex={-1} aria-label={title} className="mt-10">
      <h2 className="font-display text-xl font-medium">
        {title}
        <span className="ml-2 text-base text-muted tabular-nums">{rows.length}</span>
      </h2>
      <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.slice(0, shownCount)}
      </ul>
      {remainingCount > 0 && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-3"
          onClick={() => {
            // The button disappears with the last rows.
            if (remainingCount <= ROWS_PER_STEP) section.current?.focus({ preventScroll: true });
            setShownCount((before) => before + ROWS_PER_STEP);
          }}
        >
          Show {Math.min(remainingCount, ROWS_PER_STEP)} more of {remainingCount}
        </Button>
      )}
    </section>
  );
}
