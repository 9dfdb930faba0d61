import type { ComponentType } from "react";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { serverNow } from "../../api/server-clock.ts";
import { endingPath } from "../../paths.ts";
import { ItemTile } from "../../ui/items/item-tile.tsx";
import { Link } from "../../ui/link.tsx";
import { useTickedValue } from "../../ui/ticker.ts";
import { Section } from "./section.tsx";

const HOUR_MS = 3_600_000;

type EndingSoonProps = { auctions: readonly ListedAuction[]; Heart: ComponentType<{ auction: ListedAuction }> };

/** Live items, ending soonest first. On a phone, a row that scrolls sideways. */
export function EndingSoon({ auctions, Heart }: EndingSoonProps) {
  const lastEndsAt = Math.max(...auctions.map(({ auctionEndTime }) => Date.parse(auctionEndTime)));
  const isWithinHour = useTickedValue(() => lastEndsAt <= serverNow() + HOUR_MS);
  if (auctions.length === 0) return null;
  return (
    <Section
      title={isWithinHour ? "Ending within the hour" : "Ending soon"}
      className="border-t border-line"
      aside={
        <Link to={endingPath} className="rounded-sm text-sm font-medium text-accent hover:underline">
          See all ending soon
        </Link>
      }
    >
      <ul className="-mx-4 flex snap-x scroll-px-4 [scrollbar-width:none] gap-4 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid lg:grid-cols-4 lg:gap-6 lg:overflow-visible lg:px-0 lg:pb-0">
        {auctions.map((item) => (
          <li key={item._id} className="w-52 shrink-0 snap-start lg:w-auto lg:min-w-0">
            <ItemTile auction={item} now={serverNow} action={<Heart auction={item} />} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
