import { Fragment, type ReactNode } from "react";

/** The placeholder of an item, as often as a list that loads shows it. */
export function Placeholders({ count = 3, children }: { count?: number; children: ReactNode }) {
  return Array.from({ length: count }, (_, place) => <Fragment key={place}>{children}</Fragment>);
}
