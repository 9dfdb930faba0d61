import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";

import type { Moderation } from "../../worker/contract/moderation.ts";
import { moderationQuery, signalsQuery } from "../api/moderation.ts";
import { AdminNavigation } from "../features/moderation/admin/admin-navigation.tsx";
import { ReportedListings } from "../features/moderation/reported-listings.tsx";
import { ReportedNotes } from "../features/moderation/reported-notes.tsx";
import { ReportedQuestions } from "../features/moderation/reported-questions.tsx";
import { ReportedRatings } from "../features/moderation/reported-ratings.tsx";
import { Restrictions } from "../features/moderation/restrictions.tsx";
import { ShillSignals } from "../features/moderation/shill-signals.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { QueryContent } from "../ui/query-content.tsx";

export default function ModerationPage() {
  const query = useQuery(moderationQuery);
  const { data: signals } = useQuery(signalsQuery);
  return (
    <>
      <PageHeading title="Moderation" text="Reports, and everything hidden or suspended." />
      <AdminNavigation current="moderation" />
      <div className="mt-6">
        <QueryContent query={query} failed="We couldn't load the reports">
          {(data) => (
            <>
              {signals?.length === 0 && countOf(data) === 0 && (
                <EmptyState icon={CircleCheckBig} title="No open reports" text="New reports appear here." />
              )}
              <ReportedListings reported={data.reported} />
              <ReportedQuestions {...data} />
              <ReportedRatings {...data} />
              <ReportedNotes {...data} />
              <Restrictions {...data} />
              <ShillSignals />
            </>
          )}
        </QueryContent>
      </div>
    </>
  );
}

function countOf(moderation: Moderation): number {
  return Object.values(moderation).reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}
