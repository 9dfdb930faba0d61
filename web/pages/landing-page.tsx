import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { auctionsQuery, featuredQuery, DEFAULT_FILTER } from "../api/auctions.ts";
import { hasFailed, isLoading } from "../api/query-state.ts";
import { useSessionUser } from "../api/session.ts";
import { CallToAction } from "../features/landing/call-to-action.tsx";
import { CategoryGrid } from "../features/landing/category-grid.tsx";
import { FeaturedAuctions } from "../features/landing/featured-auctions.tsx";
import { Hero } from "../features/landing/hero.tsx";
import { WhyChoose } from "../features/landing/why-choose.tsx";
import { usePageTitle } from "../ui/page-title.ts";
import { problemText, useLastError } from "../ui/problem.ts";
import { SiteFooter } from "../ui/site-footer.tsx";

export default function LandingPage() {
  usePageTitle();
  const client = useQueryClient();
  const signedIn = useSessionUser() !== null;
  const query = useQuery(featuredQuery);
  const { data: featured, isFetching, refetch } = query;
  const error = useLastError(query.error);
  const problem = hasFailed(query)
    ? { reason: problemText(error), retrying: isFetching, onRetry: () => void refetch() }
    : null;

  // Prefetches the list of "Browse Auctions"; a failure is not shown here.
  useEffect(() => {
    void client.prefetchInfiniteQuery({ ...auctionsQuery(DEFAULT_FILTER), meta: {} });
  }, [client]);

  return (
    <>
      <Hero signedIn={signedIn} lot={featured?.[0]} loading={isLoading(query)} problem={problem} />
      <WhyChoose />
      <FeaturedAuctions auctions={featured ?? []} loading={isLoading(query)} problem={problem} />
      <CategoryGrid />
      <CallToAction signedIn={signedIn} />
      <SiteFooter />
    </>
  );
}
