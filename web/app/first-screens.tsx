/**
 * The first screens of the pages where most visits begin, shown until the script has run. The build renders them
 * (`scripts/build/first-screens.ts`). The Worker picks the one for the URL and fills in the images, in order, and the
 * title (`worker/pages/first-screen.ts`).
 */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";

import { DEFAULT_FILTER } from "../../worker/contract/default-filter.ts";
import { CARD_LAYOUT, COVER_LAYOUT } from "../../worker/contract/image-sizes.ts";
import { AuctionSkeleton } from "../features/auction/auction-layout.tsx";
import { GridSkeleton } from "../features/browse/auction-grid.tsx";
import { AuctionsLayout } from "../features/browse/auctions-layout.tsx";
import { Hero } from "../features/landing/hero.tsx";

const noop = () => {};

/** By route. */
const FIRST_SCREENS: Readonly<Record<string, ReactNode>> = {
  "/": <Hero isSignedIn={false} item={undefined} loading failure={null} />,
  "/auctions": (
    <AuctionsLayout filter={DEFAULT_FILTER} onChange={noop} count={null}>
      <GridSkeleton image={<FirstImage {...CARD_LAYOUT} />} />
    </AuctionsLayout>
  ),
  "/auction/:auctionId": <AuctionSkeleton title="" image={<FirstImage uncropped {...COVER_LAYOUT} />} />,
};

/** The markup of each first screen, by route. */
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

type FirstImageProps = { width: number; height: number; sizes: string; uncropped?: boolean };

/**
 * An image on the first screen, over its placeholder. The Worker sets or removes its URL, and shows a portrait image
 * uncropped (`SizedImage`).
 */
function FirstImage({ width, height, sizes, uncropped = false }: FirstImageProps) {
  return (
    <img
      alt=""
      width={width}
      height={height}
      sizes={sizes}
      fetchPriority="high"
      decoding="async"
      className={`absolute inset-0 size-full ${uncropped ? "object-contain" : "object-cover"}`}
    />
  );
}
