import { Ban, Trophy } from "lucide-react";
import type { ReactNode } from "react";

import type { Winning } from "../../../worker/contract/account.ts";
import { otherPersonPath, paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { fullName } from "../../ui/full-name.ts";
import { Price } from "../../ui/items/price.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Link } from "../../ui/link.tsx";
import { SizedImage } from "../../ui/sized-image.tsx";

/** A won item and the winner's next step, which is in the deal. Both buttons go there, if there is a deal. */
export function WinningCard({ winning }: { winning: Winning }) {
  const { id, title, description, image, finalPrice, originalPrice, currency, wonDate, category, seller } = winning;
  const { voided, hadBuyNow } = winning;
  const savings = originalPrice - finalPrice;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-raised">
      <div className="relative">
        <SizedImage
          image={image}
          sizes="(min-width: 80rem) 22rem, (min-width: 40rem) 50vw, 100vw"
          alt=""
          width={640}
          height={480}
          className="aspect-4/3 w-full"
        />
        <Badge
          tone={voided ? "amber" : "green"}
          icon={voided ? Ban : Trophy}
          className="absolute top-3 left-3 shadow-raised"
        >
          {voided ? "Voided" : "Won"}
        </Badge>
      </div>
      <div className="flex grow flex-col p-5">
        <h2 className="line-clamp-1 font-display text-lg font-medium">
          <Link to={paths.auction(id)} className="rounded-sm hover:underline">
            {title}
          </Link>
        </h2>
        <p className="mt-1 line-clamp-2 h-10 text-sm text-muted">{description || "No description available"}</p>
        {voided && (
          <Alert tone="warning" className="mt-3">
            <span className="break-words">Our team has voided this auction. Reason: {voided.reason}</span>
          </Alert>
        )}
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <p>
            <span className="sr-only">Final price: </span>
            <Price amount={finalPrice} currency={currency} className="text-xl font-semibold" />
          </p>
          {savings > 0 && !voided && (
            <Badge tone="green">
              Savings <Price amount={savings} currency={currency} />
            </Badge>
          )}
        </div>
        <dl className="mt-4 space-y-2 border-t border-line pt-4 text-sm">
          <Detail name="Original Price">
            <Price amount={originalPrice} currency={currency} />
            <span className="text-muted"> ({hadBuyNow ? "Buy Now" : "starting price"})</span>
          </Detail>
          <Detail name="Won Date">
            <DateTime iso={wonDate} />
          </Detail>
          <Detail name="Category">{category ?? "N/A"}</Detail>
          {seller && <Detail name="Seller">{fullName(seller)}</Detail>}
        </dl>
        {!voided && (
          <p className="mt-4 rounded-md bg-sunken px-4 py-3 text-sm">
            <span className="font-medium">What now?</span> You arrange payment and delivery in the deal.{" "}
            <Link to={`${paths.help}#shipping`} className="text-accent underline underline-offset-4">
              Payment and shipping
            </Link>
          </p>
        )}
        <div className="mt-auto grid grid-cols-2 gap-2 pt-5">
          <LinkButton
            // A voided sale has no deal.
            to={voided ? paths.auction(id) : paths.deal(id)}
            variant="secondary"
            size="sm"
            className="px-2"
            aria-label={`View Details: ${title}`}
          >
            View Details
          </LinkButton>
          {!voided && (
            <LinkButton
              to={otherPersonPath(id)}
              variant="secondary"
              size="sm"
              className="px-2"
              aria-label={`Contact Seller: ${title}`}
            >
              Contact Seller
            </LinkButton>
          )}
        </div>
      </div>
    </article>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 truncate text-right">{children}</dd>
    </div>
  );
}
