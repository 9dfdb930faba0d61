import { Suspense, useEffect } from "react";
import { Outlet, useLocation } from "react-router";

import { Button } from "../ui/button.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { useFirstScreen } from "../ui/first-screen.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { reloadIfStale } from "./reload-when-stale.ts";

/** The page for the URL, or a note that it's loading or couldn't be loaded. */
export function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname} fallback={<FailedPage />}>
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}

function LoadingPage() {
  const firstScreen = useFirstScreen(true);
  if (firstScreen) return firstScreen;
  return (
    <div className="flex h-[60dvh] items-center justify-center text-muted">
      <Spinner label="Loading" className="size-6" />
    </div>
  );
}

/** Offers to reload the whole page, and reloads it right away if a deployment removed one of its files. */
function FailedPage() {
  useEffect(reloadIfStale, []);
  return (
    <div className="mx-auto max-w-md px-4 py-24 text-center">
      <h2 className="font-display text-xl font-medium">We couldn't load this page</h2>
      <p className="mt-2 mb-6 text-sm text-muted">Check your connection and try again.</p>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  );
}
