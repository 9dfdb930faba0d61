import { Link } from "react-router";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { Price } from "../../ui/price.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { SizedImage } from "../../ui/sized-image.tsx";
import { useTicking } from "../../ui/ticker.ts";
import type { LotProblem } from "./lot-problem.ts";

type HeroLotProps = { lot: Auction | undefined; loading: boolean; problem: LotProblem | null };

/** A featured auction, live. Its box has the same size while it loads and when there is none. */
export function HeroLot({ lot, loading, problem }: HeroLotProps) {
  const endsAt = lot ? Date.parse(lot.auctionEndTime) : 0;
  const live = useTicking(() => serverNow() < endsAt);
  if (!lot) {
    return (
      <div aria-hidden={loading} className="overflow-hidden rounded-lg border border-line bg-surface shadow-lifted">
        <div className={loading ? "aspect-4/3 animate-pulse bg-sunken" : "aspect-4/3 bg-sunken"} />
        <div className="flex h-25 items-center justify-between gap-4 px-6 text-sm text-muted">
          {!loading && <p>{problem ? problem.reason : "The next lot is being prepared."}</p>}
          {problem && <RetryButton size="sm" {...problem} />}
        </div>
      </div>
    );
  }
  return (
    <Link
      to={paths.auction(lot._id)}
      className="group block overflow-hidden rounded-lg border border-line bg-surface shadow-lifted"
    >
      <div className="relative overflow-hidden">
        <SizedImage
          first
          image={lot.images}
          sizes="(min-width: 64rem) 38rem, 100vw"
          alt={lot.title}
          width={800}
          height={600}
          className="aspect-4/3 w-full transition-transform duration-500 group-hover:scale-[1.02]"
        />
        <span className="absolute top-4 left-4 flex h-7 items-center gap-2 rounded-full bg-surface px-3 text-xs font-semibold shadow-raised">
          <span
            aria-hidden
            className={live ? "size-2 animate-pulse rounded-full bg-success" : "size-2 rounded-full bg-muted"}
          />
          {live ? "Live" : "Ended"}
        </span>
      </div>
      <div className="grid h-25 grid-cols-[1fr_auto] content-center items-end gap-x-6 gap-y-1 px-6">
        <h2 className="col-span-2 truncate font-display text-lg font-medium">{lot.title}</h2>
        <p className="text-sm text-muted">
          {lot.bidCount > 0 ? "Current bid" : "Starting price"}{" "}
          <Price amount={lot.currentBid} currency={lot.currency} className="text-base font-semibold text-ink" />
        </p>
        {live && (
          <p className="text-sm text-muted">
            Ends in <Countdown endsAt={endsAt} now={serverNow} className="text-base font-semibold text-ink" />
          </p>
        )}
      </div>
    </Link>
  );
}
