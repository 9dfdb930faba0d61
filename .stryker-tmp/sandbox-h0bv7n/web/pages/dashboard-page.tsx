// @ts-nocheck
import { Suspense } from "react";
import { Outlet } from "react-router";

import { DashboardSidebar } from "../features/navigation/dashboard-sidebar.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** What every page of a signed-in person stands in. The sidebar stays while the next page is on its way. */
export default function DashboardPage() {
  return (
    <div className="mx-auto max-w-7xl px-4 sm:px-6 lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-x-12">
      <DashboardSidebar />
      <div className="min-w-0 pt-7 pb-16 lg:pt-10">
        <Suspense fallback={<PageOnItsWay />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}

function PageOnItsWay() {
  return (
    <div className="flex h-[50dvh] items-center justify-center text-muted">
      <Spinner label="Loading" className="size-6" />
    </div>
  );
}
