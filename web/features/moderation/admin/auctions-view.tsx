import { useInfiniteQuery } from "@tanstack/react-query";
import { Gavel } from "lucide-react";

import type { AuctionForAdmins } from "../../../../worker/contract/admin.ts";
import { openAuctionsQuery } from "../../../api/admin.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DateTime } from "../../../ui/date-time.tsx";
import { Price } from "../../../ui/items/price.tsx";
import { Link } from "../../../ui/link.tsx";
import { RetryButton } from "../../../ui/retry-button.tsx";
import { uniqueItems } from "../../../ui/unique-items.ts";
import { JournalButton } from "../journal-button.tsx";
import { AdminList } from "./admin-list.tsx";

/** An alarm closes an auction within a second or two. Beyond this, something is wrong. */
const OVERDUE_MS = 5_000;
/** A busy room delivers every few seconds. Beyond this, a subscriber isn't responding. */
const LAGGING_MS = 15_000;

/** Open auctions, ending soonest first, so that overdue ones are on top. */
export function AuctionsView() {
  const list = useInfiniteQuery(openAuctionsQuery);
  const auctions = uniqueItems(list.data?.pages.flatMap((page) => page.auctions) ?? []);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">Ending soonest first. The numbers come straight from each auction.</p>
        <RetryButton query={{ isFetching: list.isRefetching, refetch: list.refetch }} label="Refresh" />
      </div>
      <AdminList
        label="Open auctions"
        query={list}
        rows={auctions.map((auction) => (
          <AuctionEntry key={auction._id} auction={auction} />
        ))}
        icon={Gavel}
        empty={{ title: "No open auctions" }}
      />
    </>
  );
}

function AuctionEntry({ auction }: { auction: AuctionForAdmins }) {
  const { _id, title, currency, currentBid, bidCount, auctionEndTime, hidden, overdueMs, health } = auction;
  return (
    <li className="p-4 sm:p-5">
      <div className="gap-4 sm:flex sm:items-start sm:justify-between">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={paths.auction(_id)} className="min-w-0 font-medium break-words underline-offset-2 hover:underline">
            {title}
          </Link>
          {hidden && <Badge tone="amber">Hidden</Badge>}
          {overdueMs >= OVERDUE_MS && <Badge tone="red">Late by {delayText(overdueMs)}</Badge>}
          {health === null && <Badge tone="red">No answer</Badge>}
          {health && health.laggingMs >= LAGGING_MS && <Badge tone="red">Delivery late</Badge>}
        </div>
        <div className="mt-3 sm:mt-0">
          <JournalButton auctionId={_id} title={title} />
        </div>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-4">
        <StackedValue label="Price">
          <Price amount={currentBid} currency={currency} />
        </StackedValue>
        <StackedValue label="Bids">{bidCount}</StackedValue>
        <StackedValue label="Last bid">
          {health?.lastBidAt ? <DateTime iso={health.lastBidAt} withTime /> : "–"}
        </StackedValue>
        <StackedValue label="Watchers">{health ? health.watching : "–"}</StackedValue>
        <StackedValue label="Ends">
          <DateTime iso={auctionEndTime} withTime />
        </StackedValue>
        <StackedValue label="Not yet in D1">{health ? health.undelivered.catalogue : "–"}</StackedValue>
        <StackedValue label="Not yet in inboxes">{health ? health.undelivered.inboxes : "–"}</StackedValue>
        <StackedValue label="Delivery delay">
          {health && health.laggingMs > 0 ? delayText(health.laggingMs) : "–"}
        </StackedValue>
      </dl>
    </li>
  );
}

function StackedValue({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

function delayText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
