import { useQuery } from "@tanstack/react-query";

import { moderates } from "../../../worker/contract/people.ts";
import { profileQuery } from "../../api/account.ts";
import { useSessionUser } from "../../api/session.ts";
import { DashboardEntries } from "./dashboard-entries.tsx";
import { DashboardPerson } from "./dashboard-person.tsx";
import { QuickStats } from "./quick-stats.tsx";

/** The signed-in person, the dashboard's links and Quick Stats. Beside the page; above it on a small screen. */
export function DashboardSidebar() {
  const user = useSessionUser();
  const { data: profile, isPending } = useQuery(profileQuery);
  // Without the profile, show the session's copy of the name.
  const person = profile?.user ?? (user ? { ...user, email: null } : null);
  return (
    <aside
      aria-label="Dashboard"
      className="flex flex-col gap-x-6 pt-5 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-4rem)] lg:gap-y-6 lg:self-start lg:overflow-y-auto lg:py-10"
    >
      <DashboardPerson person={isPending ? null : person} />
      <DashboardEntries admin={profile !== undefined && moderates(profile.user)} />
      <QuickStats statistics={profile?.statistics} loading={isPending} />
    </aside>
  );
}
