import { type RefObject, useEffect, useRef, useState } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { AuctionCard, type CardAction } from "./auction-card.tsx";

/** Cards further away than this are not drawn: about three screens, so that scrolling never shows empty slots. */
const DRAW_MARGIN = "2000px";
type CardSlotProps = {
  auction: Auction;
  first: boolean;
  /** Whether it is drawn before its distance is known. */
  drawn: boolean;
  /** The height of a card that is not drawn: in one layout all cards have the same height. */
  usualHeightPx: RefObject<number>;
  Action?: CardAction | undefined;
};

/** The slot of one card in a list that may be very long: it keeps its height while the card is not drawn. */
export function CardSlot({ auction, first, drawn, usualHeightPx, Action }: CardSlotProps) {
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
        // Keyboard users may scroll and come back: the focus must not fall to the top of the page.
        if (current.contains(document.activeElement)) return;
        if (current.firstChild) usualHeightPx.current = entry.boundingClientRect.height;
        setHeightPx(usualHeightPx.current);
      },
      { rootMargin: DRAW_MARGIN },
    );
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [usualHeightPx]);

  return (
    <li ref={place} className="min-w-0" style={heightPx === null ? undefined : { height: heightPx }}>
      {heightPx === null && <AuctionCard auction={auction} first={first} Action={Action} />}
    </li>
  );
}
