/** Reports and admin actions. */
import { newId } from "../builders.ts";
import { aCategory } from "../catalogue.ts";
import { aSale, takeStep } from "../deals.ts";
import { anAdmin, someoneSignedIn } from "../http.ts";
import { aListing, bid } from "../selling.ts";
import { actionRow, listingRow, oncePerFile } from "./attempts.ts";
import { adminsOnly, ownersOnly, READS_BODY, READS_NO_INPUT, READS_PARAMETERS } from "./cells.ts";
import type { AccessRow, AccessRows } from "./row.ts";

const listingActionRow = (action: string) => actionRow(async () => `listings/${(await aListing()).id}/${action}`);
const personActionRow = (action: string, input?: () => Promise<object>) =>
  actionRow(async () => `people/${(await someoneSignedIn()).id}/${action}`, input);
const categoryActionRow = (action: string, input?: () => Promise<object>) =>
  actionRow(async () => `categories/${await aCategory()}/${action}`, input);

const aCategoryText = async () => ({ name: `Name ${newId().slice(0, 12)}`, description: "For a test." });

/** Lookups for admins only. Their only parameters are in the query. */
const lookupRow = (path: string): AccessRow => ({
  attempt: async () => ({ path, cookie: (await anAdmin()).cookie }),
  cells: adminsOnly(path.includes("?") ? READS_PARAMETERS : READS_NO_INPUT),
});

const aDealWithNote = oncePerFile(async () => {
  const { dealId, buyer } = await aSale();
  await takeStep(dealId, buyer, "delivery", { delivery: "pickUp", note: "On Friday" });
  return dealId;
});

const dealActionRow = (action: string, input: object = {}) =>
  actionRow(
    async () => `deals/${await aDealWithNote()}/${action}`,
    async () => input,
  );

export const MODERATION_ROWS: AccessRows = {
  "POST /auction/:id/report": listingRow(
    { ...ownersOnly("201", READS_BODY, "201"), replayed: "409 already_reported" },
    (id) => `/auction/${id}/report`,
    { json: { reason: "other", text: "It is mine." } },
  ),

  "GET /moderation": lookupRow("/moderation"),
  "GET /moderation/signals": lookupRow("/moderation/signals"),
  "GET /moderation/people": lookupRow("/moderation/people?limit=5"),
  "GET /moderation/categories": lookupRow("/moderation/categories?limit=5"),
  "GET /moderation/actions": lookupRow("/moderation/actions?limit=5"),
  "GET /moderation/auctions": lookupRow("/moderation/auctions?limit=5"),
  "GET /moderation/deployment": lookupRow("/moderation/deployment"),
  "GET /moderation/people/:id/sessions": {
    attempt: async () => {
      const { id } = await someoneSignedIn();
      return { path: `/moderation/people/${id}/sessions`, cookie: (await anAdmin()).cookie };
    },
    cells: adminsOnly(READS_PARAMETERS),
  },
  "GET /moderation/deals": lookupRow("/moderation/deals?limit=5"),
  "POST /moderation/deals/:id/read": dealActionRow("read"),
  "POST /moderation/deals/:id/close": dealActionRow("close", { favor: "seller" }),
  "POST /moderation/deals/:id/note": dealActionRow("note"),
  "POST /moderation/deals/:id/notes/:seq/hideNote": dealActionRow("notes/2/hideNote"),
  "POST /moderation/deals/:id/notes/:seq/showNote": dealActionRow("notes/2/showNote"),
  "POST /moderation/deals/:id/notes/:seq/dismissNote": dealActionRow("notes/2/dismissNote"),
  "POST /moderation/listings/:id/hide": listingActionRow("hide"),
  "POST /moderation/listings/:id/show": listingActionRow("show"),
  "POST /moderation/listings/:id/void": listingActionRow("void"),
  "POST /moderation/listings/:id/dismiss": listingActionRow("dismiss"),
  "POST /moderation/bids/:id/void": {
    attempt: async () => {
      const { id } = await aListing();
      const { newBid } = await bid(id, 100, (await someoneSignedIn()).cookie);
      const path = `/moderation/bids/${newBid._id}/void`;
      return { path, call: { json: { reason: "A bid of nobody" } }, cookie: (await anAdmin()).cookie };
    },
    cells: adminsOnly(READS_BODY, "404 bid_not_found"),
  },
  "POST /moderation/people/:id/suspend": personActionRow("suspend"),
  "POST /moderation/people/:id/restore": personActionRow("restore"),
  "POST /moderation/people/:id/endSessions": personActionRow("endSessions"),
  "POST /moderation/people/:id/makeAdmin": personActionRow("makeAdmin"),
  "POST /moderation/people/:id/removeAdmin": personActionRow("removeAdmin"),
  "POST /moderation/people/:id/setTrust": personActionRow("setTrust", async () => ({ trust: "known" })),
  "POST /moderation/people/:id/allowBidding": personActionRow("allowBidding"),
  "POST /moderation/people/:id/hideName": personActionRow("hideName"),
  "POST /moderation/people/:id/showName": personActionRow("showName"),
  "POST /moderation/people/:id/removePortrait": personActionRow("removePortrait"),
  "POST /moderation/categories": {
    ...actionRow(async () => "categories", aCategoryText),
    cells: adminsOnly(READS_BODY, "409 category_exists"),
  },
  "POST /moderation/categories/:id/renameCategory": categoryActionRow("renameCategory", aCategoryText),
  "POST /moderation/categories/:id/mergeCategory": {
    ...categoryActionRow("mergeCategory", async () => ({ into: await aCategory() })),
    cells: adminsOnly(READS_BODY, "403 forbidden"),
  },
  "POST /moderation/categories/:id/hideCategory": categoryActionRow("hideCategory"),
  "POST /moderation/categories/:id/showCategory": categoryActionRow("showCategory"),
};
