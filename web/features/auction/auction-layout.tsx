import type { ReactNode } from "react";

import { Skeleton } from "../../ui/skeleton.tsx";
import { ItemTitle } from "./item/item-title.tsx";

type AuctionLayoutProps = {
  breadcrumb: ReactNode;
  /** The viewer's own result. */
  result?: ReactNode;
  image: ReactNode;
  /** The item's details, such as its condition. */
  attributes?: ReactNode;
  heading: ReactNode;
  panel: ReactNode;
  bids: ReactNode;
  description: ReactNode;
  details: ReactNode;
  /** Below everything, at full width. */
  more?: ReactNode;
};

/**
 * The layout of an auction's page and of its skeleton. On a large screen the parts are side by side, the side column
 * stays in view, and the bids fill the rest of it. On a small screen they're stacked in the order of the `order-…`
 * classes. There the description is above the bids, although it comes after them in keyboard order (`ItemDescription`).
 */
export function AuctionLayout(props: AuctionLayoutProps) {
  const { breadcrumb, result, image, attributes, heading, panel, bids, description, details, more } = props;
  return (
    <div className="mx-auto max-w-7xl px-4 pt-3 pb-12 sm:px-6 lg:pt-4 lg:pb-16">
      <div className="mb-3 min-h-7">{breadcrumb}</div>
      {result}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-[minmax(0,1fr)_28rem] lg:grid-rows-[auto_auto_auto_1fr]">
        <div className="order-1 mb-6">{image}</div>
        {attributes && <div className="order-3 mb-5 lg:mb-6">{attributes}</div>}
        <div className="contents lg:order-2 lg:row-span-4 lg:flex lg:flex-col lg:self-start lg:tall:sticky lg:tall:top-22 lg:tall:max-h-[calc(100dvh-7rem)]">
          <div className="order-2 mb-5 lg:mb-4">{heading}</div>
          <div className="order-4 mb-6 lg:mb-4">{panel}</div>
          <div className="order-6 mb-6 flex max-h-96 min-h-48 flex-col lg:mb-0 lg:max-h-[36rem] lg:tall:flex-1">
            {bids}
          </div>
        </div>
        <div className="order-5 mb-6">{description}</div>
        <div className="order-7">{details}</div>
      </div>
      {more && <div className="mt-12 space-y-12 empty:hidden">{more}</div>}
    </div>
  );
}

type AuctionSkeletonProps = {
  /** The title, if known. */
  title?: string;
  /** Shown over the image's placeholder. */
  image?: ReactNode;
};

/** Placeholders as large as the page's parts. */
export function AuctionSkeleton({ title, image }: AuctionSkeletonProps) {
  return (
    <div>
      <output className="sr-only">Loading the auction</output>
      <AuctionLayout
        breadcrumb={<Skeleton className="h-5 w-48" />}
        image={
          <div className="relative overflow-hidden rounded-lg">
            <Skeleton className="aspect-[4/3] w-full" />
            {image}
          </div>
        }
        heading={
          <>
            {title === undefined ? <Skeleton className="h-8 w-full" /> : <ItemTitle>{title}</ItemTitle>}
            <Skeleton className="mt-3 h-11 w-64" />
          </>
        }
        panel={<Skeleton className="h-[20.75rem] shrink-0 rounded-lg lg:h-[19.25rem]" />}
        bids={<Skeleton className="h-64 rounded-lg" />}
        details={null}
        description={
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
