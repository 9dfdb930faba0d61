// @ts-nocheck
import { Spinner } from "./spinner.tsx";

/** Says what is on its way, to everyone. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <output className="flex items-center gap-2.5 text-sm text-muted">
      <Spinner />
      {children}
    </output>
  );
}
