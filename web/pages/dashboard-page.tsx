import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Outlet } from "react-router";

import { profileQuery } from "../api/account.ts";
import { DashboardNav } from "../features/account/dashboard-nav.tsx";
import { Sidebar } from "../features/account/sidebar.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** The frame of the signed-in pages. The page itself does not wait for the profile beside it. */
export default function DashboardPage() {
  const { data, isPending } = useQuery(profileQuery);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8 sm:px-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12 lg:py-12">
      <aside aria-label="Your account">
        {data ? (
          <Sidebar user={data.user} activeAuctions={data.user.products.length} wonItems={data.user.winnings.length} />
        ) : (
          <>
            <div className="mb-4 flex h-11 items-center justify-center text-muted">
              {isPending && <Spinner label="Loading your profile" />}
            </div>
            <DashboardNav />
          </>
        )}
      </aside>
      <div className="min-w-0">
        <Suspense
          fallback={
            <div className="flex h-64 items-center justify-center text-muted">
              <Spinner label="Loading" className="size-6" />
            </div>
          }
        >
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
