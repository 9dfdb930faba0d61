import { useQueryClient } from "@tanstack/react-query";
import {
  Ban,
  CalendarClock,
  CircleCheckBig,
  CircleHelp,
  Clock,
  Copy,
  Handshake,
  type LucideIcon,
  Pencil,
  Radio,
  RotateCcw,
  Trash2,
} from "lucide-react";
import { useState } from "react";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { editedAuctionStore } from "../../api/listings.ts";
import { serverNow } from "../../api/server-clock.ts";
import { copyListingPath, paths } from "../../paths.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { ItemImage } from "../../ui/items/item-image.tsx";
import { Price } from "../../ui/items/price.tsx";
import { startOf } from "../../ui/items/start-of.ts";
import { LabeledValue } from "../../ui/labeled-value.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Link } from "../../ui/link.tsx";
import { useTickedValue } from "../../ui/ticker.ts";
import { isBuyerReleased } from "./buyer-released.ts";
import { RelistDialog } from "./relist-dialog.tsx";

const STATUS_BADGES: Readonly<Record<string, { tone: BadgeTone; icon: LucideIcon }>> = {
  Live: { tone: "green", icon: Radio },
  Sold: { tone: "blue", icon: CircleCheckBig },
  Expired: { tone: "red", icon: Clock },
  Upcoming: { tone: "grey", icon: CalendarClock },
  Voided: { tone: "amber", icon: Ban },
};
const OTHER_STATUS = { tone: "grey", icon: CircleHelp } as const;

/** An auction whose buyer was released, by the state of its second chance. */
const RELEASED = {
  none: {
    name: "Sale canceled",
    tone: "red",
    icon: Clock,
    text: "The sale was canceled. See the deal for details.",
  },
  open: {
    name: "Second chance",
    tone: "grey",
    icon: Handshake,
    text: "You've offered the item to the next bidder. See the deal for its status.",
  },
  done: {
    name: "Sold to the next bidder",
    tone: "blue",
    icon: CircleCheckBig,
    text: "The next bidder bought the item through your second-chance offer.",
  },
} as const;

type OwnAuctionCardProps = {
  auction: OwnAuction;
  /** Asks whether to delete the auction. */
  onDelete: () => void;
};

/** The seller's own auction with the actions that are currently possible. The server would refuse others. */
export function OwnAuctionCard({ auction, onDelete }: OwnAuctionCardProps) {
  const { _id, title, description, startingPrice, currentBid, currency, auctionEndTime } = auction;
  const { reservePrice, reserveMet, terms, secondSale, relistedAs } = auction;
  const client = useQueryClient();
  const startsAt = startOf(auction);
  // A list fetched before the start has the old status.
  const status = useTickedValue(() =>
    auction.status === "Upcoming" && serverNow() >= (startsAt ?? 0) ? "Live" : auction.status,
  );
  const isOpen = status === "Live" || status === "Upcoming";
  const released = isBuyerReleased(auction) ? RELEASED[secondSale ?? "none"] : null;
  const { tone, icon } = released ?? STATUS_BADGES[status] ?? OTHER_STATUS;
  const canRelist = secondSale === undefined && relistedAs === undefined;
  const [isRelistOpen, setRelistOpen] = useState(false);
  const titleId = `title-${_id}`;
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <div className="relative">
        <ItemImage
          auction={auction}
          sizes="(min-width: 80rem) 22rem, (min-width: 40rem) 50vw, 100vw"
          alt=""
          width={640}
          height={400}
          className="aspect-[2/1] w-full sm:aspect-[8/5]"
        />
        <Badge tone={tone} icon={icon} className="absolute top-3 left-3 shadow-raised">
          {released?.name ?? status}
        </Badge>
      </div>
      <div className="flex flex-1 flex-col p-4 sm:p-5">
        <h2 className="font-display text-lg leading-6 font-medium">
          <Link id={titleId} to={paths.auction(_id)} className="line-clamp-2 rounded-sm hover:underline">
            {title}
          </Link>
        </h2>
        <p className="mt-1.5 line-clamp-2 text-sm text-muted">{description}</p>
        <dl className="mt-auto space-y-1.5 pt-4 text-sm">
          <LabeledValue label="Starting Price">
            <Price amount={startingPrice} currency={currency} />
          </LabeledValue>
          <LabeledValue label="Current Bid">
            {/* Until there's a bid, an auction's price is its starting price. */}
            <Price amount={currentBid} currency={currency} className="font-semibold" />
          </LabeledValue>
          {reservePrice !== undefined && (
            <LabeledValue label={reserveMet ? "Reserve (met)" : "Reserve (not met)"}>
              <Price amount={reservePrice} currency={currency} />
            </LabeledValue>
          )}
          {terms.buyNowPrice !== undefined && (
            <LabeledValue label="Buy Now">
              <Price amount={terms.buyNowPrice} currency={currency} />
            </LabeledValue>
          )}
          {status === "Upcoming" && startsAt !== null && (
            <LabeledValue label="Starts">
              <DateTime iso={new Date(startsAt).toISOString()} withZone />
            </LabeledValue>
          )}
          <LabeledValue label="Ends">
            <DateTime iso={auctionEndTime} withZone />
          </LabeledValue>
        </dl>
        {status === "Sold" && (
          <p className="mt-4 rounded-md bg-sunken px-4 py-3 text-sm">
            <span className="font-medium">What now?</span> You arrange payment and delivery in the deal.{" "}
            <Link to={`${paths.help}#shipping`} className="text-accent underline underline-offset-4">
              Payment and shipping
            </Link>
          </p>
        )}
        {released && (
          <p className="mt-4 rounded-md bg-sunken px-4 py-3 text-sm">
            {released.text}
            {canRelist && " You can list the item again."}
          </p>
        )}
        {typeof relistedAs === "string" && (
          <p className="mt-4 text-sm">
            <Link to={paths.auction(relistedAs)} className="text-accent underline underline-offset-4">
              View the new listing
            </Link>
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-3 border-t border-line pt-4">
          {isOpen && (
            <LinkButton
              to={paths.editAuction(_id)}
              onClick={() => editedAuctionStore(client).set(auction)}
              variant="secondary"
              size="sm"
              className="flex-1"
              aria-describedby={titleId}
            >
              <Pencil aria-hidden className="size-4" />
              Edit
            </LinkButton>
          )}
          {/* A canceled sale can't be deleted, because its record must stay. */}
          {(isOpen || (status === "Expired" && !released)) && (
            <Button variant="secondary" size="sm" className="flex-1" onClick={onDelete} aria-describedby={titleId}>
              <Trash2 aria-hidden className="size-4 text-danger" />
              Delete
            </Button>
          )}
          {(status === "Sold" || released) && (
            <LinkButton
              to={paths.deal(_id)}
              variant={status === "Sold" ? "primary" : "secondary"}
              size="sm"
              className="flex-1"
              aria-describedby={titleId}
            >
              <Handshake aria-hidden className="size-4" />
              Go to the deal
            </LinkButton>
          )}
          {status === "Expired" && canRelist && (
            <>
              <Button
                variant="secondary"
                size="sm"
                className="flex-1"
                onClick={() => setRelistOpen(true)}
                aria-describedby={titleId}
              >
                <RotateCcw aria-hidden className="size-4" />
                List again
              </Button>
              <RelistDialog auction={auction} open={isRelistOpen} onOpenChange={setRelistOpen} />
            </>
          )}
          <LinkButton
            to={copyListingPath(_id)}
            variant="secondary"
            size="sm"
            className="flex-1"
            aria-describedby={titleId}
          >
            <Copy aria-hidden className="size-4" />
            Copy listing
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
