import { useEffect, useRef, useState } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { AuctionCard } from "./auction-card.tsx";

/** Cards further away than this are not drawn: about three screens, so that no scrolling finds an empty place. */
const NEAR = "2000px";
/** Cards are all of one height in one layout; this is the height until one has been seen. */
let usualHeightPx = 496;

type CardSlotProps = {
  auction: Auction;
  first: boolean;
  /** Whether it is drawn before it is known how far away it is. */
  drawn: boolean;
};

/** The place of one card in a list that may be very long: it keeps its height while the card is far away. */
export function CardSlot({ auction, first, drawn }: CardSlotProps) {
  const place = useRef<HTMLLIElement>(null);
  const [near, setNear] = useState(drawn);

  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (entry.isIntersecting) return setNear(true);
        // Whoever uses the keyboard may scroll and come back: the focus must not fall to the top of the page.
        if (current.contains(document.activeElement)) return;
        if (current.firstChild) usualHeightPx = entry.boundingClientRect.height;
        setNear(false);
      },
      { rootMargin: NEAR },
    );
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);

  return (
    <li ref={place} className="min-w-0" style={near ? undefined : { height: usualHeightPx }}>
      {near && <AuctionCard auction={auction} first={first} />}
    </li>
  );
}
