import { Fragment, type ReactNode } from "react";

/** Repeats an item's placeholder while its list loads. */
export function Placeholders({ count = 3, children }: { count?: number; children: ReactNode }) {
  return Array.from({ length: count }, (_, index) => <Fragment key={index}>{children}</Fragment>);
}
