import { type RefObject, useEffect, useRef, useState } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { AuctionCard } from "./auction-card.tsx";

/** Cards further away than this are not drawn: about three screens, so that no scrolling finds an empty place. */
const NEAR = "2000px";
type CardSlotProps = {
  auction: Auction;
  first: boolean;
  /** Whether it is drawn before it is known how far away it is. */
  drawn: boolean;
  /** The height of a card that is not drawn: all are of one height in one layout. */
  usualHeightPx: RefObject<number>;
};

/** The place of one card in a list that may be very long: it keeps its height while the card is far away. */
export function CardSlot({ auction, first, drawn, usualHeightPx }: CardSlotProps) {
  const place = useRef<HTMLLIElement>(null);
  /** Null while the card is drawn. */
  const [heightPx, setHeightPx] = useState(() => (drawn ? null : usualHeightPx.current));

  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (entry.isIntersecting) return setHeightPx(null);
        // Someone at the keyboard may scroll and come back: the focus must not fall to the top of the page.
        if (current.contains(document.activeElement)) return;
        if (current.firstChild) usualHeightPx.current = entry.boundingClientRect.height;
        setHeightPx(usualHeightPx.current);
      },
      { rootMargin: NEAR },
    );
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [usualHeightPx]);

  return (
    <li ref={place} className="min-w-0" style={heightPx === null ? undefined : { height: heightPx }}>
      {heightPx === null && <AuctionCard auction={auction} first={first} />}
    </li>
  );
}
