import type { ReactNode } from "react";

type PageHeadingProps = {
  title: string;
  text?: ReactNode;
  /** The page's actions, beside the title. */
  children?: ReactNode;
};

export function PageHeading({ title, text, children }: PageHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 className="font-display text-2xl/8 font-medium tracking-tight sm:text-3xl">{title}</h1>
        {text && <p className="mt-1.5 max-w-2xl text-muted">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}
