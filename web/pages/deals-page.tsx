import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { DealCounts } from "../../worker/contract/deal.ts";
import { dealsQuery, type DealView } from "../api/deal-lists.ts";
import { dealCountsQuery } from "../api/deals.ts";
import { CsvDownloads } from "../features/deals/csv-downloads.tsx";
import { DealList } from "../features/deals/deal-list.tsx";
import { ChoiceRow } from "../ui/fields/choice-row.tsx";
import { format } from "../ui/format.ts";
import { PageHeading } from "../ui/page-heading.tsx";

export default function DealsPage() {
  const [view, setView] = useState<DealView>("all");
  const deals = useInfiniteQuery(dealsQuery(view));
  const { data: counts } = useQuery(dealCountsQuery);
  const shown = deals.data?.pages.flatMap((page) => page.deals);
  const isEmpty = view === "all" && shown?.length === 0;
  return (
    <>
      <PageHeading title="My Deals" text="Payment and delivery for items you've bought and sold.">
        {!isEmpty && <CsvDownloads />}
      </PageHeading>
      <div className="my-7">
        <ChoiceRow
          legend="Filter deals"
          choices={choicesWith(counts)}
          value={view}
          onChange={setView}
          className="flex-wrap sm:gap-2"
          buttonClassName="h-9 px-3.5 sm:px-4"
        />
      </div>
      <DealList query={deals} view={view} deals={shown} />
    </>
  );
}

/** The filter's choices, with the number of unfinished deals or of deals to rate. */
function choicesWith(counts: DealCounts | undefined) {
  const label = (name: string, count = 0) => (count > 0 ? `${name} (${format.number(count)})` : name);
  return [
    { value: "all", label: "All" },
    { value: "needsMe", label: label("Your turn", counts?.needsMe) },
    { value: "toRate", label: label("To rate", counts?.toRate) },
    { value: "buying", label: label("Buying", counts?.buying) },
    { value: "selling", label: label("Selling", counts?.selling) },
  ] as const;
}
