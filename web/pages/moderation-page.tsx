import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";

import type { Moderation } from "../../worker/contract/moderation.ts";
import { moderationQuery, signalsQuery } from "../api/moderation.ts";
import { hasFailed, isLoading } from "../api/query-state.ts";
import { DeskViews } from "../features/moderation/desk/desk-views.tsx";
import { ReportedListings } from "../features/moderation/reported-listings.tsx";
import { Restrictions } from "../features/moderation/restrictions.tsx";
import { ShillSignals } from "../features/moderation/shill-signals.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { LoadingNote } from "../ui/loading-note.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";
import { AdminsOnly } from "./admins-only.tsx";

export default function ModerationPage() {
  return (
    <AdminsOnly>
      <Reports />
    </AdminsOnly>
  );
}

function Reports() {
  usePageTitle("Moderation");
  const query = useQuery(moderationQuery);
  const { data, error, isFetching, refetch } = query;
  const { data: signals } = useQuery(signalsQuery);
  const isNothingOpen = signals?.length === 0 && data !== undefined && countOf(data) === 0;
  return (
    <>
      <PageHeading title="Moderation" text="Reports, and what is hidden or suspended." />
      <DeskViews current="moderation" />
      {isLoading(query) && (
        <div className="mt-6">
          <LoadingNote>Loading...</LoadingNote>
        </div>
      )}
      {hasFailed(query) && (
        <div className="mt-8">
          <FailedState
            title="The reports cannot be fetched"
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data && (
        <>
          {isNothingOpen && <EmptyState icon={CircleCheckBig} title="Nothing open" text="New reports appear here." />}
          <ReportedListings reported={data.reported} />
          <Restrictions {...data} />
          <ShillSignals />
        </>
      )}
    </>
  );
}

function countOf({ reported, hidden, suspended, hiddenNames, hiddenCategories }: Moderation): number {
  return [reported, hidden, suspended, hiddenNames, hiddenCategories].reduce((sum, list) => sum + list.length, 0);
}
