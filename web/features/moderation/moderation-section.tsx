import { Children, type ReactNode, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";

type ModerationSectionProps = { title: string; children: ReactNode };

/** How many rows to show at first, and how many each tap of the button adds. */
const ROWS_PER_STEP = 20;

/** A section of the moderation page: a list under its title, a few rows at a time. Nothing if it's empty. */
export function ModerationSection({ title, children }: ModerationSectionProps) {
  const [shown, setShown] = useState(ROWS_PER_STEP);
  const section = useRef<HTMLElement>(null);
  const rows = Children.toArray(children);
  const left = rows.length - shown;
  if (rows.length === 0) return null;
  return (
    <section ref={section} tabIndex={-1} aria-label={title} className="mt-10">
      <h2 className="font-display text-xl font-medium">
        {title}
        <span className="ml-2 text-base text-muted tabular-nums">{rows.length}</span>
      </h2>
      <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">{rows.slice(0, shown)}</ul>
      {left > 0 && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-3"
          onClick={() => {
            // The button disappears with the last rows.
            if (left <= ROWS_PER_STEP) section.current?.focus({ preventScroll: true });
            setShown((before) => before + ROWS_PER_STEP);
          }}
        >
          Show {Math.min(left, ROWS_PER_STEP)} more of {left}
        </Button>
      )}
    </section>
  );
}
