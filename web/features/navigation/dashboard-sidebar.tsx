import { useQuery } from "@tanstack/react-query";

import { isModerator } from "../../../worker/contract/people.ts";
import { profileQuery } from "../../api/account.ts";
import { dealCountsQuery } from "../../api/deals.ts";
import { useSessionUser } from "../../api/session.ts";
import { DashboardEntries } from "./dashboard-entries.tsx";
import { DashboardPerson } from "./dashboard-person.tsx";
import { QuickStats } from "./quick-stats.tsx";

/**
 * Beside the page: the signed-in person, the dashboard's links and Quick Stats. On a small screen, only the links,
 * above the page. My Profile has the rest there.
 */
export function DashboardSidebar() {
  const user = useSessionUser();
  const { data: profile, isPending } = useQuery(profileQuery);
  const { data: deals } = useQuery(dealCountsQuery);
  // Without the profile, show the session's copy of the name.
  const person = profile?.user ?? (user ? { ...user, email: null } : null);
  return (
    <aside
      aria-label="Dashboard"
      className="flex flex-col lg:sticky lg:top-16 lg:max-h-[calc(100dvh-4rem)] lg:gap-y-6 lg:self-start lg:overflow-y-auto lg:py-10"
    >
      <div className="max-lg:hidden">
        <DashboardPerson person={isPending ? null : person} />
      </div>
      <DashboardEntries
        isAdmin={profile !== undefined && isModerator(profile.user)}
        waitingCounts={{ deals: deals?.needsMe ?? 0 }}
      />
      <div className="max-lg:hidden">
        <QuickStats statistics={profile?.statistics} loading={isPending} />
      </div>
    </aside>
  );
}
