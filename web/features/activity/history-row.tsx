import { useQuery } from "@tanstack/react-query";

import type { HistoryEntry } from "../../../worker/contract/account.ts";
import { ownMaximumQuery } from "../../api/own-bids.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Price, priceText } from "../../ui/items/price.tsx";
import { Link } from "../../ui/link.tsx";
import { SizedImage } from "../../ui/sized-image.tsx";
import { statusTone, typeBadge } from "./history-labels.ts";

export function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const { auctionId, type, title, image, amount, currency, status, date, voided } = entry;
  const { label, icon } = typeBadge(type);
  return (
    <Link
      to={paths.auction(auctionId)}
      className="flex gap-4 px-4 py-4 -outline-offset-2 transition-colors hover:bg-sunken sm:items-center sm:px-5"
    >
      <SizedImage
        image={image}
        sizes="6rem"
        alt=""
        width={112}
        height={84}
        className="h-14 w-16 shrink-0 rounded-md sm:h-18 sm:w-24"
      />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium">{title}</span>
        <span className="mt-0.5 block text-sm text-muted">
          {label} · <DateTime iso={date} withTime className="whitespace-nowrap" />
        </span>
        {type === "bid" && status === "active" && <OwnMaximum {...entry} />}
        {voided && <span className="mt-0.5 block text-sm break-words">Voided by our team: {voided.reason}</span>}
        <span className="mt-2 flex flex-wrap gap-2">
          <Badge tone="grey" icon={icon}>
            <span className="capitalize">{type}</span>
          </Badge>
          <Badge tone={statusTone(status)}>
            <span className="capitalize">{status}</span>
          </Badge>
          <Price amount={amount} currency={currency} className="ml-auto font-semibold sm:hidden" />
        </span>
      </span>
      <Price amount={amount} currency={currency} className="hidden shrink-0 text-lg font-semibold sm:block" />
    </Link>
  );
}

/** Fetched from the room, and only for a leading bid. No other bid has a maximum that's still secret. */
function OwnMaximum({ id, auctionId, currency }: HistoryEntry) {
  const { data: maximum } = useQuery(ownMaximumQuery(auctionId));
  if (!maximum || id !== `bid-${maximum.bidId}`) return null;
  return (
    <span className="mt-0.5 block text-sm">
      Your maximum: {priceText(maximum.maxBid, currency)}{" "}
      <span className="text-muted">(hidden until a bid reaches it)</span>
    </span>
  );
}
