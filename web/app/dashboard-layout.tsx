import { DashboardSidebar } from "../features/navigation/dashboard-sidebar.tsx";
import { PageOutlet } from "./page-outlet.tsx";

/** The layout of the dashboard. The sidebar stays while the next page loads. */
export default function DashboardLayout() {
  return (
    <div className="mx-auto max-w-7xl px-4 sm:px-6 lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-x-12">
      <DashboardSidebar />
      {/* On a phone, the page's title is within the first 150 pixels, below the bar (64) and the row of links (44). */}
      <div className="min-w-0 pt-2 pb-16 sm:pt-6 lg:pt-10">
        <PageOutlet />
      </div>
    </div>
  );
}
