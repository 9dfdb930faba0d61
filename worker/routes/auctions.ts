/** Reading auctions. Lists come from D1, and a single auction from its room. */
import { Hono } from "hono";

import { countWatchers } from "../activity/watchlist.ts";
import { serveList } from "../catalogue/list-cache.ts";
import { serveAllAuctions, serveFeatured } from "../catalogue/list-responses.ts";
import {
  auctionResponse,
  auctionQuery,
  auctionsQuery,
  ownAuctionsResponse,
  watchersResponse,
} from "../contract/auction.ts";
import { bidsResponse, bidsQuery } from "../contract/bid.ts";
import { auctionsResponse, featuredResponse } from "../contract/catalogue.ts";
import { idParam, INVALID_CURSOR_MESSAGE } from "../contract/fields.ts";
import { journalResponse, journalQuery } from "../contract/journal.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { failBusy, fail, failWith, failTooMany } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { isUpgrade } from "../http/methods.ts";
import { hasSessionCookie } from "../http/session-cookie.ts";
import { maybeSignedIn, signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { isListed, listOwnAuctions } from "../listings/queries/auctions.ts";
import { retryAsCaller } from "../object-clients/hidden-listings.ts";
import { roomOf, watchRoom } from "../object-clients/objects.ts";
import { fetchJournalText, fetchPageText } from "../object-clients/room-pages.ts";

/**
 * How long a client waits if its person or network has too many sockets. Pages close all the time, so a socket is soon
 * available again.
 */
const SOCKET_LIMIT_RETRY_MS = 10_000;

/** Watcher counts are cached for as long as lists are. */
const WATCHERS_CACHE_MS = 5_000;

const FETCHED_MESSAGE = "Auctions Fetched";

export const auctions = new Hono<HttpEnv>()
  .get(
    "/getAuctions",
    describeRoute({
      tag: "Auctions",
      summary: "List your own auctions",
      description: "Returns up to 1,000, newest first. Includes hidden and voided auctions, but no drafts.",
      response: ownAuctionsResponse,
    }),
    signedIn,
    async (c) => {
      const own = await listOwnAuctions(c.get("db"), callerOf(c).user.id, c.get("now"));
      return c.json({ success: true, message: FETCHED_MESSAGE, auctions: own });
    },
  )
  .get(
    "/fetchAllAuctions",
    describeRoute({
      tag: "Auctions",
      summary: "Search all auctions",
      description:
        "With `search`, auctions with all words in the title come first. `total` comes only with the first page and " +
        "counts up to 1,000. We cache responses for five seconds.",
      access: "anyone",
      response: auctionsResponse,
    }),
    validate("query", auctionsQuery),
    async (c) => {
      const response = await serveAllAuctions(c, c.req.valid("query"));
      const fields = { cursor: [INVALID_CURSOR_MESSAGE] };
      return response ?? fail(c, "invalid_input", { message: INVALID_CURSOR_MESSAGE, fields });
    },
  )
  .get(
    "/:id/watchers",
    describeRoute({
      tag: "Auctions",
      summary: "Count an auction's watchers",
      description:
        "Counts the people with this auction on their watchlist, up to 100. We cache the count for five seconds.",
      access: "anyone",
      response: watchersResponse,
      refuses: ["auction_not_found"],
    }),
    validate("param", idParam),
    async (c) => {
      const { now } = c.var;
      const { id: auctionId } = c.req.valid("param");
      const response = await serveList(c, {
        key: `watchers of ${auctionId}`,
        build: async (db) => {
          if (!(await isListed(db, auctionId))) return null;
          const watchers = (await countWatchers(db, [auctionId])).get(auctionId) ?? 0;
          return { body: { message: "Watchers Fetched", watchers }, validUntil: now + WATCHERS_CACHE_MS };
        },
      });
      return response ?? fail(c, "auction_not_found");
    },
  )
  .get(
    "/featured",
    describeRoute({
      tag: "Auctions",
      summary: "List the ten live auctions with the most bids",
      description:
        "Auctions with the same number of bids are sorted by end, soonest first. We cache the list for five seconds.",
      access: "anyone",
      response: featuredResponse,
    }),
    async (c) => serveFeatured(c),
  )
  .get(
    "/fetchSpecificAuction",
    describeRoute({
      tag: "Auctions",
      summary: "Get an auction with its newest 100 bids",
      description:
        "For older bids, call `/auction/bids`. To follow the auction from here, send `seq` as `after` to " +
        "`/auction/{id}/live`. Only its seller and admins get a hidden listing.",
      access: "anyone",
      response: auctionResponse,
      refuses: ["auction_not_found"],
    }),
    validate("query", auctionQuery),
    async (c) => {
      const { auctionId } = c.req.valid("query");
      const answered = await retryAsCaller(c, (requester) =>
        requester ? roomOf(c, auctionId).pageFor(requester) : fetchPageText(c, auctionId, !hasSessionCookie(c)),
      );
      if (!answered.ok) return failWith(c, answered.failure);
      const body = `{"success":true,"message":"Auction Fetched","auctionDetails":${answered.value}}`;
      return c.body(body, 200, { "Content-Type": "application/json" });
    },
  )
  .get(
    "/bids",
    describeRoute({
      tag: "Bids",
      summary: "List an auction's standing bids, newest first",
      description:
        "Leaves out withdrawn and voided bids. For the next page, send `nextCursor` as `cursor`, until it's null.",
      access: "anyone",
      response: bidsResponse,
      refuses: ["auction_not_found"],
    }),
    validate("query", bidsQuery),
    async (c) => {
      const { auctionId, cursor = null, limit } = c.req.valid("query");
      const room = roomOf(c, auctionId);
      const answered = await retryAsCaller(c, (requester) => room.bidsBefore(cursor, limit, requester));
      if (!answered.ok) return failWith(c, answered.failure);
      return c.json({ success: true, message: "Bids Fetched", ...answered.value });
    },
  )
  .get(
    "/:id/journal",
    describeRoute({
      tag: "Auctions",
      summary: "Get an auction's journal",
      description:
        "Lists the auction's public entries, each with its hash. A page has at most 1,000. For the next page, send " +
        "`next` as `after`. On the last page, `next` is null.",
      access: "anyone",
      response: journalResponse,
      refuses: ["auction_not_found"],
    }),
    validate("param", idParam),
    validate("query", journalQuery),
    async (c) => {
      const { after } = c.req.valid("query");
      const { id: auctionId } = c.req.valid("param");
      const answered = await retryAsCaller(c, (requester) => fetchJournalText(c, auctionId, after, requester));
      if (!answered.ok) return failWith(c, answered.failure);
      const body = `{"success":true,"message":"Journal Fetched",${answered.value.slice(1)}`;
      return c.body(body, 200, { "Content-Type": "application/json" });
    },
  )
  .get(
    "/:id/live",
    describeRoute({
      tag: "Auctions",
      summary: "Follow an auction live",
      description: "Opens a WebSocket. You need a session to bid over it.",
      query: { name: "after", description: "Resume after this sequence number." },
      access: "anyone",
      status: 101,
      setsCookie: true,
      refuses: ["auction_not_found", "malformed_request"],
    }),
    validate("param", idParam),
    maybeSignedIn,
    async (c) => {
      if (!isUpgrade(c.req.raw)) return fail(c, "malformed_request", { message: "Open this URL as a WebSocket" });
      const response = await watchRoom(c, c.req.valid("param").id, c.get("session"));
      if (response.status === 101) return response;
      // Too many sockets from this person or network. `retryAfter` makes the client wait.
      if (response.status === 429) return failTooMany(c, SOCKET_LIMIT_RETRY_MS);
      return response.status === 503 ? failBusy(c) : fail(c, "auction_not_found");
    },
  );
