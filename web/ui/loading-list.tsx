import type { ReactNode } from "react";

import { LoadingNote } from "./loading-note.tsx";

/** The places of a list that is on its way, and over them the words for it: nothing moves when it arrives. */
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
