import { useSearchParams } from "react-router";

import { ActsView } from "../features/moderation/desk/acts-view.tsx";
import { AuctionsView } from "../features/moderation/desk/auctions-view.tsx";
import { CategoriesView } from "../features/moderation/desk/categories-view.tsx";
import { DeploymentView } from "../features/moderation/desk/deployment-view.tsx";
import { DESK_VIEWS, type DeskView, DeskViews } from "../features/moderation/desk/desk-views.tsx";
import { PeopleView } from "../features/moderation/desk/people-view.tsx";
import { PageHeading } from "../ui/page-heading.tsx";

const VIEWS: { readonly [View in DeskView]: () => React.ReactNode } = {
  people: PeopleView,
  auctions: AuctionsView,
  categories: CategoriesView,
  acts: ActsView,
  deployment: DeploymentView,
};

export default function DeskPage() {
  const [params] = useSearchParams();
  const view = DESK_VIEWS.find((one) => one === params.get("view")) ?? "people";
  const View = VIEWS[view];
  return (
    <>
      <PageHeading title="Admin pages" text="People, auctions, categories and the state of this deployment." />
      <DeskViews current={view} />
      <div className="mt-6">
        <View />
      </div>
    </>
  );
}
