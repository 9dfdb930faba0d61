import { type ReactNode, Suspense } from "react";

import { ErrorBoundary } from "./error-boundary.tsx";

type LoadOnTapProps = {
  /** How many times the part was opened. Each tap retries a failed load. */
  taps: number;
  /** Shown instead if its code couldn't be loaded. */
  failure: string;
  children: ReactNode;
};

/** A part that a tap opens. Its code loads on the first tap (`lazyComponent`). */
export function LoadOnTap({ taps, failure, children }: LoadOnTapProps) {
  if (taps === 0) return null;
  const problem = (
    <p role="alert" className="mt-3 text-sm text-danger">
      {failure} Check your connection and try again.
    </p>
  );
  return (
    <ErrorBoundary resetKey={String(taps)} fallback={problem}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
