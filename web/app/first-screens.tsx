/**
 * The first screens of the pages where most visits begin, which a visitor's browser shows until the script has run. The
 * build renders them (`scripts/pages/first-screens.ts`). The Worker picks the address's screen and fills in the images,
 * in order, and the title (`worker/pages/first-screen.ts`).
 */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";

import { DEFAULT_FILTER } from "../../worker/contract/default-filter.ts";
import { CARD_PLACE, COVER_PLACE } from "../../worker/contract/pictures.ts";
import { AuctionSkeleton } from "../features/bidding/auction-layout.tsx";
import { GridSkeleton } from "../features/browse/auction-grid.tsx";
import { AuctionsLayout } from "../features/browse/auctions-layout.tsx";
import { Hero } from "../features/landing/hero.tsx";

const nothing = () => {};

/** By the pattern of the address. */
const FIRST_SCREENS: Readonly<Record<string, ReactNode>> = {
  "/": <Hero signedIn={false} lot={undefined} loading problem={null} />,
  "/auctions": (
    <AuctionsLayout filter={DEFAULT_FILTER} onChange={nothing} count={null}>
      <GridSkeleton picture={<FirstPicture {...CARD_PLACE} />} />
    </AuctionsLayout>
  ),
  "/auction/:auctionId": <AuctionSkeleton title="" picture={<FirstPicture whole {...COVER_PLACE} />} />,
};

/** The markup of each first screen, by the pattern of its address. */
export function renderFirstScreens(): Record<string, string> {
  const client = new QueryClient();
  return Object.fromEntries(
    Object.entries(FIRST_SCREENS).map(([pattern, screen]) => [
      pattern,
      renderToStaticMarkup(
        <QueryClientProvider client={client}>
          <StaticRouter location={pattern}>{screen}</StaticRouter>
        </QueryClientProvider>,
      ),
    ]),
  );
}

type FirstPictureProps = { width: number; height: number; sizes: string; whole?: boolean };

/**
 * An image of the first screen, over its placeholder. The Worker sets its address, or removes it, and shows an upright
 * one whole (`SizedImage`).
 */
function FirstPicture({ width, height, sizes, whole = false }: FirstPictureProps) {
  return (
    <img
      alt=""
      width={width}
      height={height}
      sizes={sizes}
      fetchPriority="high"
      decoding="async"
      className={`absolute inset-0 size-full ${whole ? "object-contain" : "object-cover"}`}
    />
  );
}
