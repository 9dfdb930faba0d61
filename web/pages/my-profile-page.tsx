import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";

import type { Profile } from "../../worker/contract/account.ts";
import { profileQuery } from "../api/account.ts";
import { AccountPanel } from "../features/account/account-panel.tsx";
import { AnonymitySwitch } from "../features/account/anonymity-switch.tsx";
import { BlockedPeople } from "../features/account/blocked-people.tsx";
import { DataExport } from "../features/account/data-export.tsx";
import { DeleteAccount } from "../features/account/delete-account.tsx";
import { ProfileHeader, ProfileSkeleton } from "../features/account/profile-header.tsx";
import { SecurityPanel } from "../features/account/security-panel.tsx";
import { RecentActivityPanel } from "../features/activity/recent-activity-panel.tsx";
import { OverviewPanel, StatisticsPanel } from "../features/activity/statistics-panels.tsx";
import { AddressSettings } from "../features/deals/address-settings.tsx";
import { InstructionsSettings } from "../features/deals/instructions-settings.tsx";
import { QuickStats } from "../features/navigation/quick-stats.tsx";
import { QueryContent } from "../ui/query-content.tsx";
import { Tabs } from "../ui/tabs.tsx";

export default function MyProfilePage() {
  const query = useQuery(profileQuery);
  return (
    <>
      {!query.data && <h1 className="sr-only">My Profile</h1>}
      <QueryContent query={query} loading={<ProfileSkeleton />} failed="Profile Not Found">
        {(profile) => <OwnProfile {...profile} />}
      </QueryContent>
    </>
  );
}

function OwnProfile({ user, hasPassword, isNameHidden, anonymous, statistics, recentActivity }: Profile) {
  const [params] = useSearchParams();
  return (
    <>
      <ProfileHeader user={user} isNameHidden={isNameHidden} />
      {/* On larger screens this is in the sidebar. */}
      <div className="mt-4 lg:hidden">
        <QuickStats statistics={statistics} loading={false} />
      </div>
      <div className="mt-8">
        <Tabs
          label="Your profile"
          defaultTab={params.get("tab")}
          tabs={[
            { value: "overview", label: "Overview", panel: <OverviewPanel statistics={statistics} /> },
            {
              value: "activity",
              label: "Recent Activity",
              panel: <RecentActivityPanel recentActivity={recentActivity} />,
            },
            { value: "statistics", label: "Statistics", panel: <StatisticsPanel statistics={statistics} /> },
            {
              value: "account",
              label: "Account",
              panel: (
                <>
                  <AccountPanel user={user} isNameHidden={isNameHidden} hasPassword={hasPassword} />
                  <section
                    aria-labelledby="delete-account"
                    className="mt-14 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-6"
                  >
                    <div className="max-w-md">
                      <h2 id="delete-account" className="font-medium">
                        Delete your account
                      </h2>
                      <p className="mt-1 text-sm text-muted">
                        We delete your login, email and photo. Your past bids and sold items stay under “Deleted user”.
                      </p>
                    </div>
                    <DeleteAccount hasPassword={hasPassword} />
                  </section>
                </>
              ),
            },
            {
              value: "deals",
              label: "Deals",
              panel: (
                <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
                  <AddressSettings />
                  <InstructionsSettings />
                </div>
              ),
            },
            {
              value: "privacy",
              label: "Privacy",
              panel: (
                <div className="space-y-10">
                  <AnonymitySwitch anonymous={anonymous} />
                  <BlockedPeople />
                  <DataExport hasPassword={hasPassword} />
                </div>
              ),
            },
            { value: "security", label: "Security", panel: <SecurityPanel hasPassword={hasPassword} /> },
          ]}
        />
      </div>
    </>
  );
}
