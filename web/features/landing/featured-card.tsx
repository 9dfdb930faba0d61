import { Link } from "react-router";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../../ui/full-name.ts";
import { Picture } from "../../ui/picture.tsx";
import { Price } from "../../ui/price.tsx";

export function FeaturedCard({ auction }: { auction: Auction }) {
  const { _id, title, description, images, category, startingPrice, currency, seller } = auction;
  return (
    <Link
      to={paths.auction(_id)}
      className="group block h-full overflow-hidden rounded-lg border border-line bg-surface shadow-raised transition-shadow hover:shadow-lifted"
    >
      <div className="overflow-hidden">
        <Picture
          image={images}
          sizes="(min-width: 80rem) 25rem, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 100vw"
          alt=""
          width={640}
          height={480}
          className="aspect-4/3 w-full transition-transform duration-500 group-hover:scale-[1.02]"
        />
      </div>
      <div className="p-5">
        <p className="truncate text-xs font-medium tracking-wide text-muted uppercase">
          {category?.name ?? "Uncategorized"}
        </p>
        <h3 className="mt-1.5 line-clamp-1 font-display text-lg font-medium">{title}</h3>
        <p className="mt-1 line-clamp-2 h-10 text-sm text-muted">{description}</p>
        <div className="mt-4 flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <p className="text-sm text-muted">
            Starting at{" "}
            <Price amount={startingPrice} currency={currency} className="text-base font-semibold text-ink" />
          </p>
          <p className="truncate text-sm text-muted">{fullName(seller)}</p>
        </div>
      </div>
    </Link>
  );
}
