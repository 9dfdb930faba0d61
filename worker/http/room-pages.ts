/**
 * Caches in the isolate what many people read from one room at once, so that the room has time for bids: an auction's
 * page for a moment, and full pages of its journal, which never change. Read-your-own-writes holds: a request with a
 * session's cookie gets its page from the room (decision 27). Times are epoch ms.
 */
import { ExpiringCache } from "../platform/expiring-cache.ts";
import type { Answered, AuctionPage, JournalRead, Requester } from "../room-rpc.ts";
import type { HttpContext } from "./context.ts";
import { roomOf } from "./objects.ts";

/** After this age one request asks the room; meanwhile the others still get the old page, */
const PAGE_FRESH_MS = 100;
/** up to this age: a room that answers slowly must not get all of these requests. */
const PAGE_MAX_AGE_MS = 2_000;
/** How long a page of the journal can still be read after moderation hid its auction through another isolate. */
const JOURNAL_MAX_AGE_MS = 10_000;
/** In characters: about a hundred auction pages, and as many characters for pages of journals. */
const MAX_LENGTH = 4 * 1_024 * 1_024;

type HeldPage = AuctionPage & { readonly askedAt: number; askingSince: number };
type HeldJournal = { readonly text: string };

const pages = new ExpiringCache<HeldPage>({ maxSize: MAX_LENGTH, sizeOf: ({ text }) => text.length });
const journals = new ExpiringCache<HeldJournal>({ maxSize: MAX_LENGTH, sizeOf: ({ text }) => text.length });
/** The number of changes made in this isolate: an answer that was requested before a change may be outdated. */
let changes = 0;

/** An auction's page as JSON text; `mayBeHeld` is false for a person who may have just changed it. */
export async function pageText(c: HttpContext, auctionId: string, mayBeHeld: boolean): Promise<Answered<string>> {
  const now = c.get("now");
  const held = mayBeHeld ? pages.get(auctionId) : undefined;
  if (held && (now - held.askedAt < PAGE_FRESH_MS || now - held.askingSince < PAGE_MAX_AGE_MS)) {
    return { ok: true, value: textAt(held, now - held.askedAt) };
  }
  if (held) held.askingSince = now;
  const changesBefore = changes;
  const answered = await roomOf(c, auctionId).page();
  if (!answered.ok) {
    pages.delete(auctionId);
    return answered;
  }
  const page = { ...answered.value, askedAt: now, askingSince: 0 };
  if (changes === changesBefore) pages.set(auctionId, page, Math.min(now + PAGE_MAX_AGE_MS, page.validUntil));
  return { ok: true, value: textAt(page, 0) };
}

/** The page with the room's current time: the time in its answer plus the time since then. */
function textAt({ text, serverTime }: AuctionPage, agedMs: number): string {
  return `${text.slice(0, -1)},"serverTime":${serverTime + agedMs}}`;
}

/**
 * A page of the journal as JSON text: `records` and `next`. With a requester also of a hidden auction, which is never
 * cached.
 */
export async function journalText(
  c: HttpContext,
  auctionId: string,
  after: number,
  requester?: Requester,
): Promise<Answered<string>> {
  const name = `${auctionId} ${after}`;
  const held = requester ? undefined : journals.get(name);
  if (held) return { ok: true, value: held.text };
  const changesBefore = changes;
  const answered = await roomOf(c, auctionId).journal(after, requester);
  if (!answered.ok) return answered;
  const page: JournalRead = answered.value;
  const text = JSON.stringify(page);
  // If facts follow it, the page is full and never changes.
  if (!requester && page.next !== null && changes === changesBefore) {
    journals.set(name, { text }, c.get("now") + JOURNAL_MAX_AGE_MS);
  }
  return { ok: true, value: text };
}

/** Forgets all pages: an auction was changed through this isolate, or may not be read any more. */
export function forgetPages(): void {
  pages.clear();
  journals.clear();
  changes += 1;
}
