import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { paths } from "../../paths.ts";
import { Link } from "../link.tsx";
import { useTickedValue } from "../ticker.ts";
import { Countdown } from "./countdown.tsx";
import { ItemImage } from "./item-image.tsx";
import { Price } from "./price.tsx";

type LiveItemProps = {
  item: ListedAuction;
  /** The server's clock. */
  now: () => number;
  /** The `sizes` of its image. */
  sizes: string;
};

/** The main item on a page, with photo, price and a running clock, all in one link. */
export function LiveItem({ item, now, sizes }: LiveItemProps) {
  const endsAt = Date.parse(item.auctionEndTime);
  const isLive = useTickedValue(() => now() < endsAt);
  return (
    <Link
      to={paths.auction(item._id)}
      className="group block overflow-hidden rounded-lg border border-line bg-surface shadow-lifted"
    >
      <div className="relative overflow-hidden">
        <ItemImage
          priority
          auction={item}
          sizes={sizes}
          alt={item.title}
          width={800}
          height={600}
          className="aspect-4/3 w-full transition-transform duration-500 group-hover:scale-[1.02]"
        />
        <span className="absolute top-4 left-4 flex h-7 items-center gap-2 rounded-full bg-surface px-3 text-xs font-semibold shadow-raised">
          <span
            aria-hidden
            className={isLive ? "size-2 animate-pulse rounded-full bg-success" : "size-2 rounded-full bg-muted"}
          />
          {isLive ? "Live" : "Ended"}
        </span>
      </div>
      <div className="flex min-h-25 flex-wrap content-center items-end justify-between gap-x-6 gap-y-1 px-6">
        <h2 className="w-full truncate font-display text-lg font-medium">{item.title}</h2>
        <p className="text-sm text-muted">
          {item.bidCount > 0 ? "Current bid" : "Starting price"}{" "}
          <Price amount={item.currentBid} currency={item.currency} className="text-base font-semibold text-ink" />
        </p>
        {isLive && (
          <p className="text-sm text-muted">
            Ends in <Countdown targetAt={endsAt} now={now} className="text-base font-semibold text-ink" />
          </p>
        )}
      </div>
    </Link>
  );
}
