import { type ReactNode, Suspense } from "react";

import { ErrorBoundary } from "./error-boundary.tsx";

type LoadOnPressProps = {
  /** How many times it was opened. Each tap tries again to load it. */
  presses: number;
  /** Shown instead if its code couldn't be loaded. */
  failure: string;
  children: ReactNode;
};

/** A part that a tap opens. Its code loads on the first tap (`lazyComponent`). */
export function LoadOnPress({ presses, failure, children }: LoadOnPressProps) {
  if (presses === 0) return null;
  const problem = (
    <p role="alert" className="mt-3 text-sm text-danger">
      {failure} Check your connection and try again.
    </p>
  );
  return (
    <ErrorBoundary resetKey={String(presses)} fallback={problem}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
