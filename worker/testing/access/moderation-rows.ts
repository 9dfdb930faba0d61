/** Reports, and what admins do about them. */
import { newId } from "../builders.ts";
import { aCategory } from "../catalogue.ts";
import { aSale } from "../deals.ts";
import { anAdmin, someoneSignedIn } from "../http.ts";
import { aListing, bid } from "../selling.ts";
import { onListing } from "./attempts.ts";
import { STRANGERS, BODY, ONE_COOKIE, PARAMETERS, HIDDEN } from "./cells.ts";
import type { AccessRow, AccessRows } from "./row.ts";

type Target = { readonly listingId: string; readonly personId: string; readonly categoryId: string };

const acting = (path: (target: Target) => string, input: () => Promise<object> = async () => ({})): AccessRow => ({
  attempt: async () => {
    const [{ id: listingId }, { id: personId }, categoryId, { cookie }] = [
      await aListing(),
      await someoneSignedIn(),
      await aCategory(),
      await anAdmin(),
    ];
    const json = { reason: "A copy", ...(await input()) };
    return { path: path({ listingId, personId, categoryId }), call: { json }, cookie };
  },
  cells: { ...HIDDEN, ...BODY, owner: "200", replayed: "200" },
});

const aCategoryText = async () => ({ name: `Name ${newId().slice(0, 12)}`, description: "For a test." });

/** What only admins can look up; an address with parameters ends with one. */
const lookingUp = (path: string): AccessRow => ({
  attempt: async () => ({ path, cookie: (await anAdmin()).cookie }),
  cells: { ...HIDDEN, ...(path.includes("?") ? PARAMETERS : ONE_COOKIE), owner: "200", replayed: "200" },
});

const onDeal = (action: string, input: object = {}): AccessRow => ({
  attempt: async () => {
    const { dealId } = await aSale();
    const json = { reason: "A dispute", ...input };
    return { path: `/moderation/deals/${dealId}/${action}`, call: { json }, cookie: (await anAdmin()).cookie };
  },
  cells: { ...HIDDEN, ...BODY, owner: "200", replayed: "200" },
});

export const MODERATION: AccessRows = {
  "POST /auction/:id/report": {
    attempt: () => onListing((id) => `/auction/${id}/report`, { json: { reason: "other", text: "It is mine." } }),
    cells: { ...STRANGERS, ...BODY, otherUser: "201", owner: "201", replayed: "409 already_reported" },
  },

  "GET /moderation": lookingUp("/moderation"),
  "GET /moderation/signals": lookingUp("/moderation/signals"),
  "GET /moderation/people": lookingUp("/moderation/people?limit=5"),
  "GET /moderation/categories": lookingUp("/moderation/categories?limit=5"),
  "GET /moderation/acts": lookingUp("/moderation/acts?limit=5"),
  "GET /moderation/auctions": lookingUp("/moderation/auctions?limit=5"),
  "GET /moderation/deployment": lookingUp("/moderation/deployment"),
  "GET /moderation/people/:id/sessions": {
    attempt: async () => {
      const { id } = await someoneSignedIn();
      return { path: `/moderation/people/${id}/sessions`, cookie: (await anAdmin()).cookie };
    },
    cells: { ...HIDDEN, ...PARAMETERS, owner: "200", replayed: "200" },
  },
  "GET /moderation/deals": lookingUp("/moderation/deals?limit=5"),
  "POST /moderation/deals/:id/read": onDeal("read"),
  "POST /moderation/deals/:id/close": onDeal("close", { favor: "seller" }),
  "POST /moderation/listings/:id/hide": acting(({ listingId }) => `/moderation/listings/${listingId}/hide`),
  "POST /moderation/listings/:id/show": acting(({ listingId }) => `/moderation/listings/${listingId}/show`),
  "POST /moderation/listings/:id/void": acting(({ listingId }) => `/moderation/listings/${listingId}/void`),
  "POST /moderation/listings/:id/dismiss": acting(({ listingId }) => `/moderation/listings/${listingId}/dismiss`),
  "POST /moderation/bids/:id/remove": {
    attempt: async () => {
      const { id } = await aListing();
      const { newBid } = await bid(id, 100, (await someoneSignedIn()).cookie);
      const path = `/moderation/bids/${newBid._id}/remove`;
      return { path, call: { json: { reason: "A bid of nobody" } }, cookie: (await anAdmin()).cookie };
    },
    cells: { ...HIDDEN, ...BODY, owner: "200", replayed: "404 bid_not_found" },
  },
  "POST /moderation/people/:id/suspend": acting(({ personId }) => `/moderation/people/${personId}/suspend`),
  "POST /moderation/people/:id/restore": acting(({ personId }) => `/moderation/people/${personId}/restore`),
  "POST /moderation/people/:id/endSessions": acting(({ personId }) => `/moderation/people/${personId}/endSessions`),
  "POST /moderation/people/:id/makeAdmin": acting(({ personId }) => `/moderation/people/${personId}/makeAdmin`),
  "POST /moderation/people/:id/removeAdmin": acting(({ personId }) => `/moderation/people/${personId}/removeAdmin`),
  "POST /moderation/people/:id/setTrust": acting(
    ({ personId }) => `/moderation/people/${personId}/setTrust`,
    async () => ({
      trust: "known",
    }),
  ),
  "POST /moderation/people/:id/allowBidding": acting(({ personId }) => `/moderation/people/${personId}/allowBidding`),
  "POST /moderation/people/:id/hideName": acting(({ personId }) => `/moderation/people/${personId}/hideName`),
  "POST /moderation/people/:id/showName": acting(({ personId }) => `/moderation/people/${personId}/showName`),
  "POST /moderation/people/:id/removePortrait": acting(
    ({ personId }) => `/moderation/people/${personId}/removePortrait`,
  ),
  "POST /moderation/categories": {
    ...acting(() => "/moderation/categories", aCategoryText),
    cells: { ...HIDDEN, ...BODY, owner: "200", replayed: "409 category_exists" },
  },
  "POST /moderation/categories/:id/renameCategory": acting(
    ({ categoryId }) => `/moderation/categories/${categoryId}/renameCategory`,
    aCategoryText,
  ),
  "POST /moderation/categories/:id/mergeCategory": {
    ...acting(
      ({ categoryId }) => `/moderation/categories/${categoryId}/mergeCategory`,
      async () => ({ into: await aCategory() }),
    ),
    cells: { ...HIDDEN, ...BODY, owner: "200", replayed: "403 forbidden" },
  },
  "POST /moderation/categories/:id/hideCategory": acting(
    ({ categoryId }) => `/moderation/categories/${categoryId}/hideCategory`,
  ),
  "POST /moderation/categories/:id/showCategory": acting(
    ({ categoryId }) => `/moderation/categories/${categoryId}/showCategory`,
  ),
};
