import type { ListedDeal } from "../../../worker/contract/deal.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { dateTimeText } from "../../ui/date-time.tsx";
import { DEAL_STATE_BADGES } from "../../ui/deals/deal-events.ts";
import { fullName } from "../../ui/full-name.ts";
import { Price } from "../../ui/items/price.tsx";
import { Link } from "../../ui/link.tsx";
import { SizedImage } from "../../ui/sized-image.tsx";
import { dueText } from "./deal-texts.ts";

/** A deal in the list: the item, the other person, the total, and the due date. */
export function DealListRow({ deal }: { deal: ListedDeal }) {
  const { _id, title, image, side, other, total, currency, state, needsMe, disputed, rateUntil } = deal;
  const { name, tone } = DEAL_STATE_BADGES[state];
  const due = dueText(deal);
  return (
    <Link
      to={paths.deal(_id)}
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
        <span className="line-clamp-2 font-medium break-words">{title}</span>
        <span className="mt-0.5 block text-sm break-words text-muted">
          {side === "buyer" ? "Buying from" : "Selling to"} {fullName(other)}
        </span>
        {due !== null && <span className="mt-0.5 block text-sm">{due}</span>}
        {rateUntil !== null && (
          <span className="mt-0.5 block text-sm">
            You can rate {other.firstName} until {dateTimeText(rateUntil, true)}
          </span>
        )}
        <span className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{name}</Badge>
          {needsMe && <Badge tone="blue">Your turn</Badge>}
          {disputed && <Badge tone="red">Problem reported</Badge>}
          <Price amount={total} currency={currency} className="ml-auto font-semibold sm:hidden" />
        </span>
      </span>
      <Price amount={total} currency={currency} className="hidden shrink-0 text-lg font-semibold sm:block" />
    </Link>
  );
}
