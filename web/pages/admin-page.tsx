import { useSearchParams } from "react-router";

import { ActionsView } from "../features/moderation/admin/actions-view.tsx";
import { ADMIN_VIEWS, type AdminView, AdminNavigation } from "../features/moderation/admin/admin-navigation.tsx";
import { AuctionsView } from "../features/moderation/admin/auctions-view.tsx";
import { CategoriesView } from "../features/moderation/admin/categories-view.tsx";
import { DealsView } from "../features/moderation/admin/deals-view.tsx";
import { DeploymentView } from "../features/moderation/admin/deployment-view.tsx";
import { PeopleView } from "../features/moderation/admin/people-view.tsx";
import { PageHeading } from "../ui/page-heading.tsx";

const VIEWS: { readonly [View in AdminView]: () => React.ReactNode } = {
  people: PeopleView,
  auctions: AuctionsView,
  deals: DealsView,
  categories: CategoriesView,
  actions: ActionsView,
  deployment: DeploymentView,
};

export default function AdminPage() {
  const [params] = useSearchParams();
  const view = ADMIN_VIEWS.find((candidate) => candidate === params.get("view")) ?? "people";
  const View = VIEWS[view];
  return (
    <>
      <PageHeading title="Admin pages" text="People, auctions, deals, categories and the state of this deployment." />
      <AdminNavigation current={view} />
      <div className="mt-6">
        <View />
      </div>
    </>
  );
}
