/**
 * Caches pages that many people read from one room at the same time, so that the room has time for bids. It caches an
 * auction's page for 100 ms. Full pages of its journal never change. Read-your-own-writes holds, because a request with
 * a session's cookie gets its page from the room. Times are epoch ms.
 */
import type { HttpContext } from "../http/context.ts";
import { RevalidatedCache } from "../platform/revalidated-cache.ts";
import type { Answered, DetailsText, Found, Requester } from "../rpc/room-rpc.ts";
import { roomOf } from "./objects.ts";

/** After this age one request calls the room. Meanwhile the others still get the old page. */
const PAGE_FRESH_MS = 100;
/** Requests get a page up to this age while one of them calls the room, so that a slow room gets few calls. */
const PAGE_MAX_AGE_MS = 2_000;
/** How long a page of the journal can still be read after moderation hid its auction through another isolate. */
const JOURNAL_MAX_AGE_MS = 10_000;
/** In characters: about 100 auction pages, and as much again for pages of journals. */
const MAX_LENGTH = 4 * 1_024 * 1_024;

const pages = new RevalidatedCache<DetailsText>({
  freshMs: PAGE_FRESH_MS,
  fetchTimeoutMs: PAGE_MAX_AGE_MS,
  maxSize: MAX_LENGTH,
  sizeOf: ({ text }) => text.length,
});
const journals = new RevalidatedCache<string>({
  freshMs: JOURNAL_MAX_AGE_MS,
  fetchTimeoutMs: 0,
  maxSize: MAX_LENGTH,
  sizeOf: (text) => text.length,
});

/** An auction's page as JSON text. `mayBeCached` is false for a person who may have just changed it. */
export async function fetchPageText(c: HttpContext, auctionId: string, mayBeCached: boolean): Promise<Found<string>> {
  const now = c.get("now");
  const cached = mayBeCached ? pages.findCurrent(auctionId, now) : null;
  if (cached) return { ok: true, value: textAt(cached.value, now - cached.fetchedAt) };
  const generation = pages.beginFetch(auctionId, now);
  const result = await roomOf(c, auctionId).page();
  if (!result.ok) {
    pages.delete(auctionId);
    return result;
  }
  const { value } = result;
  pages.set(auctionId, { value, fetchedAt: now, until: Math.min(now + PAGE_MAX_AGE_MS, value.validUntil) }, generation);
  return { ok: true, value: textAt(value, 0) };
}

/** The page with the room's current time: the time in its answer plus the time since then. */
function textAt({ text, serverTime }: DetailsText, ageMs: number): string {
  return `${text.slice(0, -1)},"serverTime":${serverTime + ageMs}}`;
}

/**
 * A page of the journal as JSON text: `records` and `next`. With a requester, hidden auctions are included and never
 * cached.
 */
export async function fetchJournalText(
  c: HttpContext,
  auctionId: string,
  after: number,
  requester?: Requester,
): Promise<Answered<string, "auction_not_found" | "busy">> {
  const now = c.get("now");
  const name = `${auctionId} ${after}`;
  const cached = requester ? null : journals.findCurrent(name, now);
  if (cached) return { ok: true, value: cached.value };
  const generation = journals.beginFetch(name, now);
  const result = await roomOf(c, auctionId).journal(after, requester);
  if (!result.ok) return result;
  const value = JSON.stringify(result.value);
  // If facts follow it, the page is full and never changes.
  const neverChanges = result.value.next !== null;
  if (!requester && neverChanges) {
    journals.set(name, { value, fetchedAt: now, until: now + JOURNAL_MAX_AGE_MS }, generation);
  }
  return { ok: true, value };
}

/** Clears all pages, because an auction was changed through this isolate, or is no longer public. */
export function clearPages(): void {
  pages.clear();
  journals.clear();
}
