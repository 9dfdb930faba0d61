import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";

import { DEFAULT_FILTER } from "../../worker/contract/default-filter.ts";
import { auctionsQuery, featuredQuery } from "../api/auctions.ts";
import { useSessionUser } from "../api/session.ts";
import { Hero } from "../features/landing/hero.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { problemText, useLastError } from "../ui/problem.ts";
import { hasFailed, isLoading } from "../ui/query-state.ts";

/** Kept out of the first script, which is for the first screen. */
const LandingSections = lazyComponent(() => import("./landing-sections.tsx"));

export default function LandingPage() {
  const client = useQueryClient();
  const isSignedIn = useSessionUser() !== null;
  const query = useQuery(featuredQuery);
  const { data: featured } = query;
  const reason = problemText(useLastError(query.error));
  const failure = hasFailed(query) ? { reason, query } : null;

  // Prefetches the list behind "Browse Auctions". A failure doesn't matter here.
  useEffect(() => {
    void client.prefetchInfiniteQuery({ ...auctionsQuery(DEFAULT_FILTER), meta: {} });
  }, [client]);

  return (
    <>
      <Hero isSignedIn={isSignedIn} item={featured?.[0]} loading={isLoading(query)} failure={failure} />
      <ErrorBoundary fallback={null}>
        {/* As tall as the window, so that content arriving later moves nothing. */}
        <Suspense fallback={<div className="h-dvh" />}>
          <LandingSections
            isSignedIn={isSignedIn}
            featured={featured ?? []}
            loading={isLoading(query)}
            failure={failure}
          />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
