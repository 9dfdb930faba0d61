import { useQuery } from "@tanstack/react-query";
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Gavel,
  Hourglass,
  type LucideIcon,
  ShieldAlert,
  TrendingDown,
  Trophy,
} from "lucide-react";
import type { ReactNode } from "react";

import type { JoinedAuctionEntry } from "../../api/joined.ts";
import { ownMaximumQuery } from "../../api/own-bids.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { classes } from "../../ui/classes.ts";
import { DateTime, dateTimeText } from "../../ui/date-time.tsx";
import { Countdown } from "../../ui/items/countdown.tsx";
import { Price } from "../../ui/items/price.tsx";
import { Link } from "../../ui/link.tsx";
import { SizedImage } from "../../ui/sized-image.tsx";
import { useTickedValue } from "../../ui/ticker.ts";
import type { BoardRow } from "./board.ts";
import { type JoinedStage, joinedStageOf } from "./joined-stage.ts";

const BADGES: Readonly<Record<JoinedStage, { tone: BadgeTone; icon: LucideIcon; text: string }>> = {
  outbid: { tone: "red", icon: TrendingDown, text: "Outbid" },
  unsure: { tone: "grey", icon: Hourglass, text: "Checking who's leading" },
  leading: { tone: "green", icon: CircleCheck, text: "Leading" },
  belowReserve: { tone: "amber", icon: ShieldAlert, text: "Below reserve" },
  closing: { tone: "grey", icon: Hourglass, text: "Waiting for the result" },
  won: { tone: "green", icon: Trophy, text: "Won" },
  lost: { tone: "grey", icon: Gavel, text: "Lost" },
  unsold: { tone: "grey", icon: CircleX, text: "Reserve not met" },
  voided: { tone: "red", icon: Ban, text: "Voided" },
};

/** The time left is highlighted once it's at most this. */
const SOON_MS = 3_600_000;

/** Shown if the person no longer has a bid. */
const NO_BID_BADGE = { tone: "grey", icon: CircleX, text: "No bid" } as const;

type JoinedCardProps = Pick<BoardRow, "auction" | "hasNoBid"> & {
  /** The row's bid button, or what replaces it. */
  action: ReactNode;
};

/** An auction the person bids in: their standing, the price, their bid, and the time left. */
export function JoinedCard({ auction, hasNoBid, action }: JoinedCardProps) {
  const { _id, title, images, currency, currentBid, ownBid, auctionEndTime, voided } = auction;
  const endsAt = Date.parse(auctionEndTime);
  const stage = useTickedValue(() => joinedStageOf(auction, serverNow()));
  const isSoon = useTickedValue(() => endsAt - serverNow() <= SOON_MS);
  const isOpen = stage === "outbid" || stage === "unsure" || stage === "leading" || stage === "belowReserve";
  const leads = stage === "leading" || stage === "belowReserve";
  const { tone, icon, text } = hasNoBid ? NO_BID_BADGE : BADGES[stage];
  return (
    <article
      id={`bid-${_id}`}
      tabIndex={-1}
      className="relative flex flex-wrap gap-x-4 gap-y-4 px-4 py-4 sm:flex-nowrap sm:items-center sm:px-5"
    >
      <SizedImage
        image={images}
        sizes="7rem"
        alt=""
        width={112}
        height={84}
        className="h-16 w-20 shrink-0 self-start rounded-md sm:h-21 sm:w-28 sm:self-center"
      />
      <div className="min-w-0 flex-1">
        {/* The space around the title is for its focus ring, which the clamp would cut off. */}
        <h3 className="-m-1 line-clamp-2 p-1 font-medium">
          <Link to={paths.auction(_id)} className="rounded-sm hover:underline">
            {title}
          </Link>
        </h3>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          <Badge tone={tone} icon={icon}>
            {text}
          </Badge>
          {isOpen ? (
            <span
              className={classes("flex items-center gap-1.5", isSoon ? "font-semibold text-warning" : "text-muted")}
            >
              <Clock aria-hidden className="size-4" />
              <span className="sr-only">Time left: </span>
              <span title={dateTimeText(auctionEndTime, true)}>
                <Countdown targetAt={endsAt} now={serverNow} />
              </span>
            </span>
          ) : (
            // A voided auction may have an end in the future.
            stage !== "voided" && (
              <span className="text-muted">
                Ended <DateTime iso={auctionEndTime} withTime />
              </span>
            )
          )}
        </div>
        <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <InlineValue label={isOpen || stage === "closing" ? "Price" : "Final price"}>
            <Price amount={currentBid} currency={currency} className="font-semibold" />
          </InlineValue>
          {!hasNoBid && (
            <InlineValue label="Your bid">
              <Price amount={ownBid} currency={currency} />
            </InlineValue>
          )}
          {leads && !hasNoBid && <OwnMaximum {...auction} />}
        </dl>
        {stage === "lost" && ownBid === currentBid && (
          <p className="mt-1 text-sm text-muted">An earlier bid for the same amount won.</p>
        )}
        {voided && <p className="mt-1 text-sm break-words">Voided by our team: {voided.reason}</p>}
      </div>
      {/* Aligned to the top, so that text below a button doesn't move it. */}
      {action && <div className="w-full shrink-0 sm:w-64 sm:self-start sm:pt-5">{action}</div>}
    </article>
  );
}

/** Only rooms have maximums, and only a leading bid's maximum is still secret. Refetched when the price changes. */
function OwnMaximum({ _id, currency, currentBid, seq }: JoinedAuctionEntry) {
  const { data: maximum } = useQuery(ownMaximumQuery(_id, `${currentBid} ${seq}`));
  if (!maximum) return null;
  return (
    <InlineValue label="Your maximum">
      <Price amount={maximum.maxBid} currency={currency} />{" "}
      <span className="text-muted">({maximum.isPublic ? "public" : "hidden until a bid reaches it"})</span>
    </InlineValue>
  );
}

function InlineValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt className="whitespace-nowrap text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
