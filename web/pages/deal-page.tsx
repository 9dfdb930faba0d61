import { useQuery } from "@tanstack/react-query";
import { Handshake } from "lucide-react";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router";

import type { DealDetails } from "../../worker/contract/deal.ts";
import { dealQuery } from "../api/deal.ts";
import { ApiFailure } from "../api/failure.ts";
import { DealOverview } from "../features/deals/deal-overview.tsx";
import { NextStep } from "../features/deals/next-step.tsx";
import { OpenRequests } from "../features/deals/open-requests.tsx";
import { OtherSteps } from "../features/deals/other-steps.tsx";
import { Timeline } from "../features/deals/timeline.tsx";
import { DealRatings } from "../features/ratings/deal-ratings.tsx";
import { paths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { DEAL_STATE_BADGES } from "../ui/deals/deal-events.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { fullName } from "../ui/full-name.ts";
import { LoadingNote } from "../ui/loading-note.tsx";
import { useLastError } from "../ui/problem.ts";
import { QueryContent } from "../ui/query-content.tsx";
import { RetryButton } from "../ui/retry-button.tsx";
import { SizedImage } from "../ui/sized-image.tsx";
import { usePageTitle } from "../ui/use-page-title.ts";

export default function DealPage() {
  const { dealId = "" } = useParams();
  const query = useQuery(dealQuery(dealId));
  const lastError = useLastError(query.error);
  usePageTitle(query.data ? `Deal: ${query.data.title}` : "Deal");
  const isMissing = lastError instanceof ApiFailure && lastError.code === "deal_not_found";
  return (
    <>
      {!query.data && <h1 className="sr-only">Deal</h1>}
      <QueryContent
        query={query}
        loading={<LoadingNote>Loading the deal...</LoadingNote>}
        failed={
          isMissing ? (
            <EmptyState
              icon={Handshake}
              title="No deal here"
              text="Right after a sale, the deal can take a few seconds to open."
              link={{ to: paths.deals, label: "My Deals", variant: "secondary" }}
            >
              <RetryButton query={query} />
            </EmptyState>
          ) : (
            <FailedState title="We couldn't load this deal" query={query} />
          )
        }
      >
        {(deal) => <DealContent key={deal._id} deal={deal} />}
      </QueryContent>
    </>
  );
}

function DealContent({ deal }: { deal: DealDetails }) {
  const { hash } = useLocation();
  // The element named in the URL is on the page only now.
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.focus();
  }, [hash]);
  const { title, image, side, other, state } = deal;
  const { name, tone } = DEAL_STATE_BADGES[state];
  return (
    <>
      <Breadcrumb links={[{ to: paths.deals, label: "My Deals" }]} current={title} />
      <div className="mt-4 flex items-center gap-4 sm:gap-5">
        <SizedImage
          priority
          image={image}
          sizes="6rem"
          alt=""
          width={112}
          height={84}
          className="h-18 w-24 shrink-0 rounded-md"
        />
        <div className="min-w-0">
          <h1 className="line-clamp-3 font-display text-2xl/8 font-medium tracking-tight break-words sm:text-3xl">
            {title}
          </h1>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted">
            <span className="min-w-0 break-words">
              {side === "buyer" ? "Buying from" : "Selling to"} {fullName(other)}
            </span>
            <Badge tone={tone}>{name}</Badge>
          </p>
        </div>
      </div>
      <div className="mt-7 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-6">
          <OpenRequests deal={deal} />
          <NextStep deal={deal} />
          {deal.ratings && <DealRatings deal={deal} ratings={deal.ratings} />}
          <OtherSteps deal={deal} />
        </div>
        <div className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <DealOverview deal={deal} />
        </div>
        <Timeline deal={deal} />
      </div>
    </>
  );
}
