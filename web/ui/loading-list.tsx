import type { ReactNode } from "react";

import { LoadingNote } from "./loading-note.tsx";
import { Placeholders } from "./placeholders.tsx";

type LoadingListProps = {
  note: string;
  count?: number;
  className: string;
  /** The placeholder for one item. */
  children: ReactNode;
};

/** Placeholders for a list that's loading, with a note over them. Nothing moves when the list arrives. */
export function LoadingList({ note, count = 3, className, children }: LoadingListProps) {
  return (
    <div className="relative">
      <div aria-hidden className={className}>
        <Placeholders count={count}>{children}</Placeholders>
      </div>
      <div className="absolute inset-x-0 top-10 flex justify-center">
        <div className="rounded-full border border-line bg-surface px-5 py-2.5 shadow-lifted">
          <LoadingNote>{note}</LoadingNote>
        </div>
      </div>
    </div>
  );
}
