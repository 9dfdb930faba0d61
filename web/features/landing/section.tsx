import { type ReactNode, useId } from "react";

type SectionProps = { title: string; text?: string; aside?: ReactNode; children: ReactNode; className?: string };

/** A section of the landing page with its own heading. */
export function Section({ title, text, aside, children, className = "" }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mx-auto max-w-7xl px-4 py-8 sm:px-6 sm:py-16 lg:py-20">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 sm:mb-8 lg:mb-10">
          <div>
            <h2 id={id} className="font-display text-2xl font-medium tracking-tight sm:text-3xl">
              {title}
            </h2>
            {text && <p className="mt-2 max-w-2xl text-muted">{text}</p>}
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}
