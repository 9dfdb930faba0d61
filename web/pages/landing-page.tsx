import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { auctionsQuery, featuredQuery, DEFAULT_FILTER } from "../api/auctions.ts";
import { useSessionUser } from "../api/session.ts";
import { CallToAction } from "../features/landing/call-to-action.tsx";
import { CategoryGrid } from "../features/landing/category-grid.tsx";
import { FeaturedAuctions } from "../features/landing/featured-auctions.tsx";
import { Hero } from "../features/landing/hero.tsx";
import { WhyChoose } from "../features/landing/why-choose.tsx";
import { usePageTitle } from "../ui/page-title.ts";
import { SiteFooter } from "../ui/site-footer.tsx";

export default function LandingPage() {
  usePageTitle();
  const client = useQueryClient();
  const signedIn = useSessionUser() !== null;
  const { data: featured, isPending } = useQuery(featuredQuery);

  // Prefetches the list of "Browse Auctions"; a failure is not shown here.
  useEffect(() => {
    void client.prefetchInfiniteQuery({ ...auctionsQuery(DEFAULT_FILTER), meta: {} });
  }, [client]);

  return (
    <>
      <Hero signedIn={signedIn} lot={featured?.[0]} loading={isPending} />
      <WhyChoose />
      <FeaturedAuctions auctions={featured ?? []} loading={isPending} />
      <CategoryGrid />
      <CallToAction signedIn={signedIn} />
      <SiteFooter />
    </>
  );
}
