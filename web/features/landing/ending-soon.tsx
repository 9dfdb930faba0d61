import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { endingQuery } from "../../api/auctions.ts";
import { serverNow } from "../../api/server-clock.ts";
import { endingPath } from "../../paths.ts";
import { Link } from "../../ui/link.tsx";
import { LotTile } from "../../ui/lot-tile.tsx";
import { useTicking } from "../../ui/ticker.ts";
import { Section } from "./section.tsx";

const HOUR_MS = 3_600_000;

/**
 * The lots that end within the hour; if there are none, those that end first, under another title. On a phone a row
 * that scrolls sideways, on a large screen the first four.
 */
export function EndingSoon({ Heart }: { Heart: ComponentType<{ auction: Auction }> }) {
  const { data: lots = [] } = useQuery(endingQuery);
  const ends = lots.map(({ auctionEndTime }) => Date.parse(auctionEndTime));
  // The soonest end is the first of the list.
  const over = useTicking(() => ends.filter((endsAt) => endsAt <= serverNow()).length);
  const soon = useTicking(() => ends.filter((endsAt) => endsAt <= serverNow() + HOUR_MS).length);
  const shown = soon > over ? lots.slice(over, soon) : lots.slice(over);
  if (shown.length === 0) return null;
  return (
    <Section
      title={soon > over ? "Ending within the hour" : "Ending soonest"}
      className="border-t border-line"
      aside={
        <Link to={endingPath} className="rounded-sm text-sm font-medium text-accent hover:underline">
          All that end soon
        </Link>
      }
    >
      <ul className="-mx-4 flex snap-x scroll-px-4 [scrollbar-width:none] gap-4 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid lg:grid-cols-4 lg:gap-6 lg:overflow-visible lg:px-0 lg:pb-0">
        {shown.map((lot) => (
          <li key={lot._id} className="w-52 shrink-0 snap-start lg:w-auto lg:min-w-0 lg:nth-[n+5]:hidden">
            <LotTile auction={lot} now={serverNow} action={<Heart auction={lot} />} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
