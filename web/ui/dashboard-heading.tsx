import type { ReactNode } from "react";

type DashboardHeadingProps = { title: string; text?: string; children?: ReactNode };

/** The head of a dashboard page; its children are what one can do from here. */
export function DashboardHeading({ title, text, children }: DashboardHeadingProps) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <h1 className="font-display text-2xl font-medium tracking-tight sm:text-3xl">{title}</h1>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}
