import { Spinner } from "./spinner.tsx";

/** A spinner with text that screen readers announce. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <output className="flex items-center gap-2.5 text-sm text-muted">
      <Spinner />
      {children}
    </output>
  );
}
