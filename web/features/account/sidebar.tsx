import type { Account } from "../../../worker/contract/account.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { DashboardNav } from "./dashboard-nav.tsx";

type SidebarProps = { user: Account; activeAuctions: number; wonItems: number };

export function Sidebar({ user, activeAuctions, wonItems }: SidebarProps) {
  return (
    <div className="lg:sticky lg:top-24">
      <div className="mb-4 flex items-center gap-3 px-1">
        <Avatar name={user.name} url={user.image?.url} />
        <div className="min-w-0">
          <p className="truncate font-medium">{user.name}</p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
      </div>
      <div className="flex flex-col-reverse lg:flex-col">
        <DashboardNav />
        <section
          aria-labelledby="quick-stats"
          className="mb-3 rounded-md bg-sunken px-4 py-2 lg:mt-6 lg:mb-0 lg:rounded-none lg:border-t lg:border-line lg:bg-transparent lg:px-3 lg:pt-6"
        >
          <h2
            id="quick-stats"
            className="sr-only text-xs font-semibold tracking-wide text-muted uppercase lg:not-sr-only"
          >
            Quick Stats
          </h2>
          <dl className="flex gap-6 text-sm lg:mt-3 lg:flex-col lg:gap-2">
            <QuickStat label="Active Auctions" value={activeAuctions} />
            <QuickStat label="Won Items" value={wonItems} />
          </dl>
        </section>
      </div>
    </div>
  );
}

function QuickStat({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex justify-between gap-2">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
