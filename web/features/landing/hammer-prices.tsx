import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths, soldPath } from "../../paths.ts";
import { Ago } from "../../ui/date-time.tsx";
import { format } from "../../ui/format.ts";
import { ItemImage } from "../../ui/items/item-image.tsx";
import { Price } from "../../ui/items/price.tsx";
import { Link } from "../../ui/link.tsx";
import { Section } from "./section.tsx";

/** The most recently sold items, with their prices. */
export function HammerPrices({ auctions }: { auctions: readonly ListedAuction[] }) {
  if (auctions.length === 0) return null;
  return (
    <Section
      title="Recent hammer prices"
      className="border-t border-line"
      aside={
        <Link to={soldPath} className="rounded-sm text-sm font-medium text-accent hover:underline">
          See all sold items
        </Link>
      }
    >
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
        {auctions.map((item) => (
          <li
            key={item._id}
            className="group relative flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-3 max-sm:nth-[n+4]:hidden"
          >
            <ItemImage
              auction={item}
              alt=""
              sizes="6rem"
              width={96}
              height={72}
              className="h-18 w-24 shrink-0 rounded-md"
            />
            <div className="min-w-0 flex-1 basis-28">
              <h3 className="truncate text-sm font-medium">
                <Link
                  to={paths.auction(item._id)}
                  className="rounded-sm group-hover:underline after:absolute after:inset-0 after:rounded-lg"
                >
                  {item.title}
                </Link>
              </h3>
              <p className="mt-0.5">
                <Price amount={item.currentBid} currency={item.currency} className="text-lg font-semibold" />
              </p>
              <p className="truncate text-xs text-muted">
                Sold <Ago iso={item.auctionEndTime} now={serverNow} />
                {item.bidCount > 0 && ` · ${format.plural(item.bidCount, "bid")}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
