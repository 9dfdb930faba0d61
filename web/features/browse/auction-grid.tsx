import { type ReactNode, useLayoutEffect, useRef } from "react";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AuctionCard, type CardAction } from "./auction-card.tsx";

/** Images of the first row are fetched right away. The widest screens have four cards in it. */
const FIRST_ROW_SIZE = 4;
/** Above and below a card: `p-3`. */
const PADDING_PX = 24;
const PLACEHOLDER_KEYS = ["a", "b", "c", "d", "e", "f", "g", "h"];

type AuctionGridProps = {
  auctions: readonly ListedAuction[];
  Action?: CardAction | undefined;
  /** Whether ended auctions have the action too. */
  showsActionAfterEnd?: boolean;
};

/**
 * The list may be very long. The browser doesn't render cards far from the screen, but they are in the page, so it can
 * search and print them. All cards take the height of the first, so the list has its final length from the start, and
 * Back returns to the same place.
 */
export function AuctionGrid({ auctions, Action, showsActionAfterEnd }: AuctionGridProps) {
  const first = useRef<HTMLLIElement>(null);
  const isEmpty = auctions.length === 0;
  useLayoutEffect(() => {
    const { current } = first;
    if (isEmpty || !current) return;
    const observer = new ResizeObserver(() => saveHeight(current));
    saveHeight(current);
    observer.observe(current);
    return () => observer.disconnect();
  }, [isEmpty]);
  return (
    <Grid>
      {auctions.map((auction, index) => (
        // The padding leaves room for the shadow and the focus ring, because with `content-visibility` nothing is
        // painted outside the element.
        <li
          key={auction._id}
          ref={index === 0 ? first : undefined}
          className="-m-3 min-w-0 p-3 [contain-intrinsic-height:auto_var(--card-height,32rem)] [content-visibility:auto]"
        >
          <AuctionCard
            auction={auction}
            isInFirstRow={index < FIRST_ROW_SIZE}
            Action={Action}
            showsActionAfterEnd={showsActionAfterEnd}
          />
        </li>
      ))}
    </Grid>
  );
}

/**
 * Stores a card's height without padding, for this list and the next. After Back, a list needs the height before it has
 * a card on screen. A card far from the screen has no layout, and so no height to store.
 */
function saveHeight(item: HTMLElement): void {
  const card = item.firstElementChild;
  if (!card?.clientHeight || !card.checkVisibility({ contentVisibilityAuto: true })) return;
  for (const list of [item.parentElement, document.documentElement])
    list?.style.setProperty("--card-height", `${item.clientHeight - PADDING_PX}px`);
}

/** Placeholders as large as the first cards. `image` covers the placeholder of each image in the first row. */
export function GridSkeleton({ image }: { image?: ReactNode }) {
  return (
    <Grid>
      {PLACEHOLDER_KEYS.map((key, index) => (
        <li key={key}>
          <div className="overflow-hidden rounded-lg border border-line bg-surface">
            <div className="relative">
              <Skeleton className="aspect-4/3 rounded-none" />
              {index < FIRST_ROW_SIZE && image}
            </div>
            <div className="h-73.75 space-y-3 p-5">
              <Skeleton className="h-3 w-1/3" />
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="mt-6 h-7 w-1/3" />
            </div>
          </div>
        </li>
      ))}
    </Grid>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      {/* Four columns on a wide screen, but not in the narrower part of the dashboard. */}
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 2xl:@min-[70rem]:grid-cols-4">{children}</ul>
    </div>
  );
}
