import type { ReactNode } from "react";

/** The title at the top of an auction's page. */
export function ItemTitle({ children }: { children: ReactNode }) {
  return (
    <h1 className="font-display text-2xl font-medium text-pretty lg:text-[1.625rem] lg:leading-7.5">{children}</h1>
  );
}
