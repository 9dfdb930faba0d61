/**
 * The auctions that the signed-in person bids in. The list comes from D1, which is up to a few seconds behind the
 * rooms. Inbox frames and responses to the person's own bids are newer. Each carries the sequence number of its newest
 * fact, and the highest number wins.
 */
import { type QueryClient, queryOptions } from "@tanstack/react-query";

import type { ListedAuction, Standing } from "../../worker/contract/catalogue.ts";
import type { JoinedAuction, PersonalStanding } from "../../worker/contract/joined-auction.ts";
import { joinedAnswer } from "./answers.ts";
import { call } from "./client.ts";
import type { Notifications } from "./notifications.ts";
import { pageNow } from "./page-clock.ts";
import { queryKeys } from "./query-keys.ts";
import { noteServerTime } from "./server-clock.ts";

/** A bid is in D1 within this time, unless something is wrong. */
const D1_HAS_IT_MS = 10_000;
/** How long it usually takes until a bid is in D1. */
const D1_USUALLY_HAS_IT_MS = 2_500;

/** `bidAt` is when this page got the response to the person's bid (by `pageNow`). D1 may not have the bid yet. */
export type Joined = JoinedAuction & { readonly bidAt?: number; readonly unsure?: Unsure | undefined };

/**
 * We don't know whether the person leads, because a bid of theirs failed but may have arrived. Data that includes fact
 * `seq` settles it. So does a fetch from D1 sent after `until` (by `pageNow`).
 */
type Unsure = { readonly seq: number; readonly until: number };

export const joinedQuery = queryOptions({
  queryKey: queryKeys.joined,
  queryFn: async ({ signal, client }): Promise<readonly Joined[]> => {
    const sentAt = pageNow();
    const { auctions, serverTime } = await call(joinedAnswer, "/user/bids", { signal });
    noteServerTime(serverTime, sentAt);
    return merged(knownJoined(client), auctions, sentAt);
  },
});

/** Merges the known list with one requested at `sentAt` (by `pageNow`). */
export function merged(known: readonly Joined[], fetched: readonly JoinedAuction[], sentAt: number): readonly Joined[] {
  const before = new Map(known.map((auction) => [auction._id, auction]));
  const later = fetched.map((auction) => {
    const other = before.get(auction._id);
    if (!other) return auction;
    if (other.seq > auction.seq) return { ...auction, ...other };
    const { unsure } = other;
    return unsure && auction.seq < unsure.seq && sentAt < unsure.until ? { ...auction, unsure } : auction;
  });
  const ids = new Set(fetched.map(({ _id }) => _id));
  const missing = known.filter(({ _id, bidAt = -Infinity }) => !ids.has(_id) && bidAt > sentAt - D1_HAS_IT_MS);
  return [...later, ...missing];
}

/** Applies the current standing. False if the person's auctions aren't loaded, or this one isn't among them. */
export function noteStanding(client: QueryClient, auctionId: string, standing: PersonalStanding): boolean {
  return noteAt(client, auctionId, (auction) => {
    if (auction.seq > standing.seq) return auction;
    const { unsure } = auction;
    return { ...auction, ...standing, unsure: unsure && standing.seq < unsure.seq ? unsure : undefined };
  });
}

/** One of the person's bids failed but may have arrived. Until we find out, we don't know whether they lead. */
export function noteUnsure(client: QueryClient, auctionId: string): void {
  noteAt(client, auctionId, (auction) => ({ ...auction, unsure: unsureUntil(auction.seq + 1) }));
}

/**
 * Applies the room's public state, fetched after a failed or undone bid. `leads` is undefined if that state doesn't
 * show who leads. Pass `ownBid` if it has changed too.
 */
export function noteRoom(
  client: QueryClient,
  auctionId: string,
  {
    leads,
    ...room
  }: Standing & { readonly seq: number; readonly leads: boolean | undefined; readonly ownBid?: number },
): void {
  noteAt(client, auctionId, (auction) => {
    if (auction.seq > room.seq) return auction;
    if (leads === undefined) return { ...auction, ...room, unsure: unsureUntil(room.seq) };
    return { ...auction, ...room, leads, unsure: undefined };
  });
}

/** False if the person's auctions aren't loaded, or this one isn't among them. */
function noteAt(client: QueryClient, auctionId: string, change: (auction: Joined) => Joined): boolean {
  const known = knownJoined(client);
  if (!known.some(({ _id }) => _id === auctionId)) return false;
  client.setQueryData(
    joinedQuery.queryKey,
    known.map((auction) => (auction._id === auctionId ? change(auction) : auction)),
  );
  return true;
}

function unsureUntil(seq: number): Unsure {
  return { seq, until: pageNow() + D1_HAS_IT_MS };
}

type Subject = Pick<ListedAuction, "_id" | "title" | "images" | "currency">;
/** The room's response to the person's bid. */
type OwnBid = {
  readonly amount: number;
  readonly standing: Standing;
  readonly seq: number;
  readonly leads: boolean;
};

/** Applies the response to the person's bid, even their first in that auction. */
export function noteOwnBid(client: QueryClient, subject: Subject, { amount, standing, seq, leads }: OwnBid): void {
  if (leads) refetchIfUnread(client, subject._id);
  // Not fetched yet. The fetch will contain it.
  if (client.getQueryData(joinedQuery.queryKey) === undefined) return;
  const { _id, title, images, currency } = subject;
  const known = knownJoined(client);
  const before = known.find((auction) => auction._id === _id);
  if (before && before.seq > seq) return;
  const ownBid = Math.max(amount, before?.ownBid ?? 0);
  const now = { _id, title, images, currency, ...standing, seq, leads, ownBid, bidAt: pageNow() };
  client.setQueryData(joinedQuery.queryKey, [...known.filter((auction) => auction !== before), now]);
}

/**
 * Refetches the bell's list if it has an unread notification about this auction, because the outbid notification is
 * marked read once you lead.
 */
function refetchIfUnread(client: QueryClient, auctionId: string): void {
  const { list = [] } = client.getQueryData<Partial<Notifications>>(queryKeys.notifications) ?? {};
  if (!list.some((one) => one.auctionId === auctionId && !one.isRead)) return;
  void client.invalidateQueries({ queryKey: queryKeys.notifications });
}

/**
 * One of the person's bids was withdrawn. Whether they have another bid, or lead, is known once the withdrawal is in
 * D1.
 */
export function refetchJoinedSoon(client: QueryClient): void {
  setTimeout(() => void client.invalidateQueries({ queryKey: queryKeys.joined }), D1_USUALLY_HAS_IT_MS);
}

function knownJoined(client: QueryClient): readonly Joined[] {
  return client.getQueryData(joinedQuery.queryKey) ?? [];
}
