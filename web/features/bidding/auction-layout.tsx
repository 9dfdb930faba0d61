import type { ReactNode } from "react";

import { Skeleton } from "../../ui/skeleton.tsx";

type AuctionLayoutProps = {
  image: ReactNode;
  heading: ReactNode;
  panel: ReactNode;
  bids: ReactNode;
  details: ReactNode;
};

/**
 * The layout of an auction's page and of its skeleton. On a large screen the parts are side by side, the side column
 * stays in view and the bids take its remaining height; on a small one they follow one another.
 */
export function AuctionLayout({ image, heading, panel, bids, details }: AuctionLayoutProps) {
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 px-4 pt-5 pb-32 sm:px-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr] lg:px-8 lg:pt-6 lg:pb-16">
      <div>{image}</div>
      <div className="flex flex-col gap-5 lg:row-span-2 lg:self-start lg:tall:sticky lg:tall:top-22 lg:tall:max-h-[calc(100dvh-7rem)]">
        <div>{heading}</div>
        {panel}
        <div className="flex max-h-96 min-h-48 flex-col lg:max-h-[36rem] lg:tall:flex-1">{bids}</div>
      </div>
      <div>{details}</div>
    </div>
  );
}

/** Placeholders in the sizes of the page's parts. */
export function AuctionSkeleton() {
  return (
    <div>
      <output className="sr-only">Loading the auction</output>
      <AuctionLayout
        image={<Skeleton className="aspect-[3/2] w-full rounded-lg" />}
        heading={
          <>
            <Skeleton className="h-5 w-24" />
            <Skeleton className="mt-2 h-8 w-full" />
            <Skeleton className="mt-3 h-8 w-64" />
          </>
        }
        panel={<Skeleton className="h-[20.75rem] shrink-0 rounded-lg" />}
        bids={<Skeleton className="h-64 rounded-lg" />}
        details={
          <>
            <Skeleton className="h-8 w-48" />
            <Skeleton className="mt-6 h-5 w-full max-w-xl" />
            <Skeleton className="mt-10 h-40 w-full" />
          </>
        }
      />
    </div>
  );
}
