import type { ReactNode } from "react";

import { LoadingNote } from "./loading-note.tsx";

/** Placeholders of a list that loads, with a note over them: nothing moves when the list arrives. */
export function LoadingList({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className="relative">
      <div aria-hidden>{children}</div>
      <div className="absolute inset-x-0 top-10 flex justify-center">
        <div className="rounded-full border border-line bg-surface px-5 py-2.5 shadow-lifted">
          <LoadingNote>{note}</LoadingNote>
        </div>
      </div>
    </div>
  );
}
