import { Suspense } from "react";
import { Outlet, useLocation } from "react-router";

import { Button } from "./ui/button.tsx";
import { FaultBoundary } from "./ui/fault-boundary.tsx";
import { Spinner } from "./ui/spinner.tsx";

/** The page of the address: there, on its way, or lost. */
export function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <FaultBoundary place={pathname} fallback={<LostPage />}>
      <Suspense fallback={<PageOnItsWay />}>
        <Outlet />
      </Suspense>
    </FaultBoundary>
  );
}

function PageOnItsWay() {
  return (
    <div className="flex h-[60dvh] items-center justify-center text-muted">
      <Spinner label="Loading" className="size-6" />
    </div>
  );
}

/** Code that could not be fetched is not asked for a second time: only the whole page can be. */
function LostPage() {
  return (
    <div className="mx-auto max-w-md px-4 py-24 text-center">
      <h2 className="font-display text-xl font-medium">This page could not be loaded</h2>
      <p className="mt-2 mb-6 text-sm text-muted">Check your connection and try again.</p>
      <Button look="secondary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  );
}
