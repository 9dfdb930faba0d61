import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";

import { joinedQuery } from "../api/joined.ts";
import { paths } from "../paths.ts";
import { isLoading } from "../ui/query-state.ts";
import { Spinner } from "../ui/spinner.tsx";

/** Redirects the dashboard's own URL to My Bids if the person has bids, otherwise to the profile. */
export default function DashboardIndex() {
  const joined = useQuery(joinedQuery);
  if (isLoading(joined)) {
    return (
      <div className="flex h-[60dvh] items-center justify-center text-muted">
        <Spinner label="Loading" className="size-6" />
      </div>
    );
  }
  return <Navigate to={joined.data && joined.data.length > 0 ? paths.myBids : paths.myProfile} replace />;
}
