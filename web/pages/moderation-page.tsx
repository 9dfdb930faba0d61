import { useQuery } from "@tanstack/react-query";

import { moderationQuery } from "../api/moderation.ts";
import { hasFailed, isLoading } from "../api/query-state.ts";
import { ActJournal } from "../features/moderation/act-journal.tsx";
import { OfferedCategories } from "../features/moderation/offered-categories.tsx";
import { ReportedListings } from "../features/moderation/reported-listings.tsx";
import { Restrictions } from "../features/moderation/restrictions.tsx";
import { ShillSignals } from "../features/moderation/shill-signals.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { LoadingNote } from "../ui/loading-note.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";
import { AdminsOnly } from "./admins-only.tsx";

export default function ModerationPage() {
  return (
    <AdminsOnly>
      <Moderation />
    </AdminsOnly>
  );
}

function Moderation() {
  usePageTitle("Moderation");
  const query = useQuery(moderationQuery);
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      <PageHeading title="Moderation" text="Reported listings, and the actions taken." />
      {isLoading(query) && <LoadingNote>Loading...</LoadingNote>}
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
          <ReportedListings reported={data.reported} />
          <Restrictions {...data} />
          <OfferedCategories />
          <ShillSignals />
          <ActJournal acts={data.acts} />
        </>
      )}
    </>
  );
}
