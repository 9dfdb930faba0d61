import { useParams } from "react-router";

import { AdminNavigation } from "../features/moderation/admin/admin-navigation.tsx";
import { ReadDeal } from "../features/moderation/deals/read-deal.tsx";

export default function AdminDealPage() {
  const { dealId = "" } = useParams();
  return (
    <>
      <AdminNavigation current="deals" />
      <div className="mt-6">
        <ReadDeal key={dealId} dealId={dealId} />
      </div>
    </>
  );
}
