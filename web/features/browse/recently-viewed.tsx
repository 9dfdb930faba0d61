import { useEffect, useState } from "react";

import { clearRecentItems, type RecentItem, readRecentItems, saveRecentItem } from "../../api/recent-items.ts";
import { RECENT_ITEMS_KEY, useSessionUser } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { ItemImage } from "../../ui/items/item-image.tsx";
import { Link } from "../../ui/link.tsx";

/** One row on a large screen. */
const MAX_SHOWN = 6;

type RecentlyViewedProps = {
  /** The item on screen. It's saved, but not shown here. Use a different `key` for each item. */
  auction: RecentItem;
  className?: string;
};

/** Items that the person has viewed in this browser. */
export function RecentlyViewed({ auction, className }: RecentlyViewedProps) {
  const owner = useSessionUser()?.id;
  const [seen, setSeen] = useState(() => ({
    owner,
    items: readRecentItems()
      .filter(({ _id }) => _id !== auction._id)
      .slice(0, MAX_SHOWN),
  }));
  const [isCleared, setCleared] = useState(false);
  // The item as first shown, so that bids and sign-outs don't save it again.
  const [initialAuction] = useState(auction);
  useEffect(() => saveRecentItem(initialAuction), [initialAuction]);
  useEffect(() => {
    const handleClearedElsewhere = ({ key, newValue }: StorageEvent) => {
      if (key === RECENT_ITEMS_KEY && newValue === null) setSeen((before) => ({ ...before, items: [] }));
    };
    window.addEventListener("storage", handleClearedElsewhere);
    return () => window.removeEventListener("storage", handleClearedElsewhere);
  }, []);
  if (isCleared) {
    return (
      <p ref={takeFocus} tabIndex={-1} className={classes("text-sm text-muted", className)}>
        Recently viewed items cleared.
      </p>
    );
  }
  const { items } = seen;
  if (items.length === 0 || seen.owner !== owner) return null;
  return (
    <section aria-labelledby="recently-viewed" className={className}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="recently-viewed" className="font-display text-xl font-medium">
          Recently viewed
        </h2>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            clearRecentItems();
            setCleared(true);
          }}
        >
          Clear
        </Button>
      </div>
      <ul className="mt-4 grid grid-cols-3 gap-3 sm:gap-4 lg:grid-cols-6">
        {items.map((item) => (
          <li key={item._id} className="group relative min-w-0">
            <ItemImage
              auction={item}
              sizes="(min-width: 64rem) 12rem, 33vw"
              alt=""
              width={240}
              height={180}
              className="aspect-4/3 w-full rounded-md"
            />
            <Link
              to={paths.auction(item._id)}
              className="mt-2 line-clamp-2 rounded-sm text-sm leading-5 group-hover:underline after:absolute after:inset-0 after:rounded-md"
            >
              {item.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Moves focus here, because the button that had it is gone. Outside the component, so that React calls it once, not
 * on every render.
 */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
