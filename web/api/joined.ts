/**
 * The auctions that the signed-in person bids in. The list comes from D1, which is up to a few seconds behind the
 * rooms. Inbox frames and responses to the person's own bids are newer. Each carries the sequence number of its newest
 * fact, and the highest number wins.
 */
import { type QueryClient, queryOptions } from "@tanstack/react-query";

import type { ListedAuction, Standing } from "../../worker/contract/catalogue.ts";
import type { JoinedAuction, PersonalStanding } from "../../worker/contract/joined-auction.ts";
import { pageNow } from "../browser/page-clock.ts";
import { call } from "./client.ts";
import type { Notifications } from "./notifications.ts";
import { queryKeys } from "./query-keys.ts";
import { joinedResponse } from "./response-schemas.ts";
import { recordServerTime } from "./server-clock.ts";

/** A bid is in D1 within this time, unless something is wrong. */
const MAX_COPY_LAG_MS = 10_000;
/** How long a bid usually takes to reach D1. */
const USUAL_COPY_LAG_MS = 2_500;

/** `bidAt` is when this page got the response to the person's bid (by `pageNow`). D1 may not have the bid yet. */
export type JoinedAuctionEntry = JoinedAuction & {
  readonly bidAt?: number;
  readonly uncertainStanding?: UncertainStanding | undefined;
};

/**
 * We don't know whether the person leads, because a bid of theirs failed but may have arrived. Data that includes fact
 * `seq` settles it. So does a fetch from D1 sent after `until` (by `pageNow`).
 */
type UncertainStanding = { readonly seq: number; readonly until: number };

export const joinedQuery = queryOptions({
  queryKey: queryKeys.joined,
  queryFn: async ({ signal, client }): Promise<readonly JoinedAuctionEntry[]> => {
    const sentAt = pageNow();
    const { auctions, serverTime } = await call(joinedResponse, "/user/bids", { signal });
    recordServerTime(serverTime, sentAt);
    return mergeJoined(cachedJoined(client), auctions, sentAt);
  },
});

/** Merges the known list with one requested at `sentAt` (by `pageNow`). */
export function mergeJoined(
  known: readonly JoinedAuctionEntry[],
  fetched: readonly JoinedAuction[],
  sentAt: number,
): readonly JoinedAuctionEntry[] {
  const before = new Map(known.map((auction) => [auction._id, auction]));
  const merged = fetched.map((auction) => {
    const other = before.get(auction._id);
    if (!other) return auction;
    if (other.seq > auction.seq) return { ...auction, ...other };
    const { uncertainStanding } = other;
    return uncertainStanding && auction.seq < uncertainStanding.seq && sentAt < uncertainStanding.until
      ? { ...auction, uncertainStanding }
      : auction;
  });
  const ids = new Set(fetched.map(({ _id }) => _id));
  const missing = known.filter(({ _id, bidAt = -Infinity }) => !ids.has(_id) && bidAt > sentAt - MAX_COPY_LAG_MS);
  return [...merged, ...missing];
}

/** Applies the current standing. False if the person's auctions aren't loaded, or this one isn't among them. */
export function updateJoinedStanding(client: QueryClient, auctionId: string, standing: PersonalStanding): boolean {
  return updateJoined(client, auctionId, (auction) => {
    if (auction.seq > standing.seq) return auction;
    const { uncertainStanding } = auction;
    return {
      ...auction,
      ...standing,
      uncertainStanding: uncertainStanding && standing.seq < uncertainStanding.seq ? uncertainStanding : undefined,
    };
  });
}

/** One of the person's bids failed but may have arrived. Until we find out, we don't know whether they lead. */
export function markStandingUncertain(client: QueryClient, auctionId: string): void {
  updateJoined(client, auctionId, (auction) => ({ ...auction, uncertainStanding: uncertainSince(auction.seq + 1) }));
}

/**
 * Applies the room's public state, fetched after a failed or undone bid. `leads` is undefined if that state doesn't
 * show who leads. Pass `ownBid` if it has changed too.
 */
export function updateJoinedFromRoom(
  client: QueryClient,
  auctionId: string,
  {
    leads,
    ...room
  }: Standing & { readonly seq: number; readonly leads: boolean | undefined; readonly ownBid?: number },
): void {
  updateJoined(client, auctionId, (auction) => {
    if (auction.seq > room.seq) return auction;
    if (leads === undefined) return { ...auction, ...room, uncertainStanding: uncertainSince(room.seq) };
    return { ...auction, ...room, leads, uncertainStanding: undefined };
  });
}

/** False if the person's auctions aren't loaded, or this one isn't among them. */
function updateJoined(
  client: QueryClient,
  auctionId: string,
  change: (auction: JoinedAuctionEntry) => JoinedAuctionEntry,
): boolean {
  const known = cachedJoined(client);
  if (!known.some(({ _id }) => _id === auctionId)) return false;
  client.setQueryData(
    joinedQuery.queryKey,
    known.map((auction) => (auction._id === auctionId ? change(auction) : auction)),
  );
  return true;
}

function uncertainSince(seq: number): UncertainStanding {
  return { seq, until: pageNow() + MAX_COPY_LAG_MS };
}

type JoinedItem = Pick<ListedAuction, "_id" | "title" | "images" | "currency">;
/** The room's response to the person's bid. */
type OwnBid = {
  readonly amount: number;
  readonly standing: Standing;
  readonly seq: number;
  readonly leads: boolean;
};

/** Applies the response to the person's bid, even their first in that auction. */
export function recordOwnBid(client: QueryClient, item: JoinedItem, { amount, standing, seq, leads }: OwnBid): void {
  if (leads) refetchIfUnread(client, item._id);
  // If the list hasn't been fetched yet, the fetch will include this bid.
  if (client.getQueryData(joinedQuery.queryKey) === undefined) return;
  const { _id, title, images, currency } = item;
  const known = cachedJoined(client);
  const before = known.find((auction) => auction._id === _id);
  if (before && before.seq > seq) return;
  const ownBid = Math.max(amount, before?.ownBid ?? 0);
  const updated = { _id, title, images, currency, ...standing, seq, leads, ownBid, bidAt: pageNow() };
  client.setQueryData(joinedQuery.queryKey, [...known.filter((auction) => auction !== before), updated]);
}

/**
 * Refetches the bell's list if it has an unread notification about this auction, because the outbid notification is
 * marked read once you lead.
 */
function refetchIfUnread(client: QueryClient, auctionId: string): void {
  const { list = [] } = client.getQueryData<Partial<Notifications>>(queryKeys.notifications) ?? {};
  if (!list.some((notification) => notification.auctionId === auctionId && !notification.isRead)) return;
  void client.invalidateQueries({ queryKey: queryKeys.notifications });
}

/**
 * One of the person's bids was withdrawn. Whether they have another bid, or lead, is known once the withdrawal is in
 * D1.
 */
export function refetchJoinedSoon(client: QueryClient, auctionId: string): void {
  // From now on, a fetched list without the auction is right, even just after the person's first bid.
  updateJoined(client, auctionId, ({ bidAt: _, ...auction }) => auction);
  setTimeout(() => void client.invalidateQueries({ queryKey: queryKeys.joined }), USUAL_COPY_LAG_MS);
}

function cachedJoined(client: QueryClient): readonly JoinedAuctionEntry[] {
  return client.getQueryData(joinedQuery.queryKey) ?? [];
}
