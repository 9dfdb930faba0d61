/** Reports, and what admins do about them. */
import { newId } from "../builders.ts";
import { aCategory } from "../catalogue.ts";
import { aSale, step } from "../deals.ts";
import { anAdmin, someoneSignedIn } from "../http.ts";
import { aListing, bid } from "../selling.ts";
import { actionRow, listingRow, oncePerFile } from "./attempts.ts";
import { adminsOnly, ownersOnly, READS_BODY, READS_NO_INPUT, READS_PARAMETERS } from "./cells.ts";
import type { AccessRow, AccessRows } from "./row.ts";

const onAListing = (action: string) => actionRow(async () => `listings/${(await aListing()).id}/${action}`);
const onAPerson = (action: string, input?: () => Promise<object>) =>
  actionRow(async () => `people/${(await someoneSignedIn()).id}/${action}`, input);
const onACategory = (action: string, input?: () => Promise<object>) =>
  actionRow(async () => `categories/${await aCategory()}/${action}`, input);

const aCategoryText = async () => ({ name: `Name ${newId().slice(0, 12)}`, description: "For a test." });

/** Lookups for admins only. A path with parameters ends with one. */
const lookingUp = (path: string): AccessRow => ({
  attempt: async () => ({ path, cookie: (await anAdmin()).cookie }),
  cells: adminsOnly(path.includes("?") ? READS_PARAMETERS : READS_NO_INPUT),
});

const aDealWithNote = oncePerFile(async () => {
  const { dealId, buyer } = await aSale();
  await step(dealId, buyer, "delivery", { delivery: "pickUp", note: "On Friday" });
  return dealId;
});

const onDeal = (action: string, input: object = {}) =>
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

  "GET /moderation": lookingUp("/moderation"),
  "GET /moderation/signals": lookingUp("/moderation/signals"),
  "GET /moderation/people": lookingUp("/moderation/people?limit=5"),
  "GET /moderation/categories": lookingUp("/moderation/categories?limit=5"),
  "GET /moderation/actions": lookingUp("/moderation/actions?limit=5"),
  "GET /moderation/auctions": lookingUp("/moderation/auctions?limit=5"),
  "GET /moderation/deployment": lookingUp("/moderation/deployment"),
  "GET /moderation/people/:id/sessions": {
    attempt: async () => {
      const { id } = await someoneSignedIn();
      return { path: `/moderation/people/${id}/sessions`, cookie: (await anAdmin()).cookie };
    },
    cells: adminsOnly(READS_PARAMETERS),
  },
  "GET /moderation/deals": lookingUp("/moderation/deals?limit=5"),
  "POST /moderation/deals/:id/read": onDeal("read"),
  "POST /moderation/deals/:id/close": onDeal("close", { favor: "seller" }),
  "POST /moderation/deals/:id/note": onDeal("note"),
  "POST /moderation/deals/:id/notes/:seq/hideNote": onDeal("notes/2/hideNote"),
  "POST /moderation/deals/:id/notes/:seq/showNote": onDeal("notes/2/showNote"),
  "POST /moderation/deals/:id/notes/:seq/dismissNote": onDeal("notes/2/dismissNote"),
  "POST /moderation/listings/:id/hide": onAListing("hide"),
  "POST /moderation/listings/:id/show": onAListing("show"),
  "POST /moderation/listings/:id/void": onAListing("void"),
  "POST /moderation/listings/:id/dismiss": onAListing("dismiss"),
  "POST /moderation/bids/:id/void": {
    attempt: async () => {
      const { id } = await aListing();
      const { newBid } = await bid(id, 100, (await someoneSignedIn()).cookie);
      const path = `/moderation/bids/${newBid._id}/void`;
      return { path, call: { json: { reason: "A bid of nobody" } }, cookie: (await anAdmin()).cookie };
    },
    cells: adminsOnly(READS_BODY, "404 bid_not_found"),
  },
  "POST /moderation/people/:id/suspend": onAPerson("suspend"),
  "POST /moderation/people/:id/restore": onAPerson("restore"),
  "POST /moderation/people/:id/endSessions": onAPerson("endSessions"),
  "POST /moderation/people/:id/makeAdmin": onAPerson("makeAdmin"),
  "POST /moderation/people/:id/removeAdmin": onAPerson("removeAdmin"),
  "POST /moderation/people/:id/setTrust": onAPerson("setTrust", async () => ({ trust: "known" })),
  "POST /moderation/people/:id/allowBidding": onAPerson("allowBidding"),
  "POST /moderation/people/:id/hideName": onAPerson("hideName"),
  "POST /moderation/people/:id/showName": onAPerson("showName"),
  "POST /moderation/people/:id/removePortrait": onAPerson("removePortrait"),
  "POST /moderation/categories": {
    ...actionRow(async () => "categories", aCategoryText),
    cells: adminsOnly(READS_BODY, "409 category_exists"),
  },
  "POST /moderation/categories/:id/renameCategory": onACategory("renameCategory", aCategoryText),
  "POST /moderation/categories/:id/mergeCategory": {
    ...onACategory("mergeCategory", async () => ({ into: await aCategory() })),
    cells: adminsOnly(READS_BODY, "403 forbidden"),
  },
  "POST /moderation/categories/:id/hideCategory": onACategory("hideCategory"),
  "POST /moderation/categories/:id/showCategory": onACategory("showCategory"),
};
