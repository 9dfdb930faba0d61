import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";

import type { Bid } from "../../../worker/contract/bid.ts";
import { serverNow } from "../../api/server-clock.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { classes } from "../../ui/classes.ts";
import { fullName } from "../../ui/full-name.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { momentText } from "../../ui/moment.tsx";
import { Price, priceText } from "../../ui/price.tsx";
import { shortMomentText } from "./short-moment.ts";

type BidRowProps = {
  bid: Bid;
  currency: string;
  mine: boolean;
  highest: boolean;
  /** It has just arrived. */
  fresh: boolean;
  /** Bids can still be edited and deleted. */
  changeable: boolean;
  onEdit: (bid: Bid) => void;
  onDelete: (bid: Bid) => void;
  /** What the seller can do about the bidder. */
  menu?: ReactNode;
};

export function BidRow({ bid, currency, mine, highest, fresh, changeable, onEdit, onDelete, menu }: BidRowProps) {
  const { bidder, amount, createdAt, edited, auto } = bid;
  const price = priceText(amount, currency);
  const notes = [highest && "Highest", auto && "Automatic", edited && "Edited"].filter(Boolean);
  return (
    <li
      data-fresh={fresh || undefined}
      className="flex items-center gap-3 px-5 py-2.5 transition-colors duration-500 data-fresh:bg-accent-soft data-fresh:duration-0"
    >
      <Avatar name={fullName(bidder)} url={bidder.image?.url} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">
          {fullName(bidder)}
          {mine && <span className="ml-1.5 font-normal text-muted">(you)</span>}
        </p>
        <p className="text-xs text-muted">
          <time dateTime={createdAt} title={momentText(createdAt, true)}>
            {shortMomentText(createdAt, serverNow())}
          </time>
          {notes.length > 0 && ` · ${notes.join(" · ")}`}
        </p>
      </div>
      {mine && changeable && (
        <div className="-my-1.5 -mr-1.5 flex">
          <IconButton label={`Edit your bid of ${price}`} onClick={() => onEdit(bid)}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={`Delete your bid of ${price}`} onClick={() => onDelete(bid)}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </div>
      )}
      {menu}
      <Price
        amount={amount}
        currency={currency}
        className={classes("text-sm", highest ? "font-semibold" : "font-medium text-muted")}
      />
    </li>
  );
}
