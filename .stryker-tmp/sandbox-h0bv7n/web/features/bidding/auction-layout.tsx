// @ts-nocheck
import type { ReactNode } from "react";

type AuctionLayoutProps = {
  picture: ReactNode;
  heading: ReactNode;
  panel: ReactNode;
  bids: ReactNode;
  details: ReactNode;
};

/**
 * The places of an auction's page, the same for the page and its skeleton. Beside each other on a large screen, where
 * the side stays in view and the bids take what is left of its height; one after the other on a small one.
 */
export function AuctionLayout({ picture, heading, panel, bids, details }: AuctionLayoutProps) {
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 px-4 pt-5 pb-32 sm:px-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr] lg:px-8 lg:pt-6 lg:pb-16">
      <div>{picture}</div>
      <div className="flex flex-col gap-5 lg:row-span-2 lg:self-start lg:[@media(min-height:44rem)]:sticky lg:[@media(min-height:44rem)]:top-22 lg:[@media(min-height:44rem)]:max-h-[calc(100dvh-7rem)]">
        <div>{heading}</div>
        {panel}
        <div className="flex max-h-96 min-h-48 flex-col lg:max-h-[36rem] lg:[@media(min-height:44rem)]:flex-1">
          {bids}
        </div>
      </div>
      <div>{details}</div>
    </div>
  );
}
