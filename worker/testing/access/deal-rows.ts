/** Deals: `owner` is the side whose step it is. For everyone but its two sides a deal does not exist. */
import { anAddress, newId } from "../builders.ts";
import { aSale, type Sale, takeStep } from "../deals.ts";
import type { TestCall } from "../http.ts";
import { asSomeone, listingRow, signedInRow } from "./attempts.ts";
import { allUsers, ownersOnly, PUBLIC_READ_BY_ID, READS_BODY, READS_OWN_DATA, READS_PARAMETERS } from "./cells.ts";
import type { AccessAttempt, AccessRow, AccessRows } from "./row.ts";

type DealSteps = readonly (readonly [side: "buyer" | "seller", name: string, json?: TestCall["json"]])[];

const PICK_UP = ["buyer", "delivery", { delivery: "pickUp" }] as const;
const PAID = [PICK_UP, ["seller", "paid"]] as const;
const SENT = [...PAID, ["seller", "handed-over"]] as const;

/** One side's call for a step, after these earlier steps. */
async function attempt(
  side: "buyer" | "seller",
  name: string,
  earlierSteps: DealSteps,
  json: TestCall["json"] = {},
): Promise<AccessAttempt> {
  const sale: Sale = await aSale();
  for (const [by, earlier, input] of earlierSteps) await takeStep(sale.dealId, sale[by], earlier, input);
  return { path: `/deals/${sale.dealId}/${name}`, call: { json }, cookie: sale[side].cookie };
}

/** A step that succeeds. Repeating it succeeds, too, without another event. */
function stepRow(
  side: "buyer" | "seller",
  name: string,
  earlierSteps: DealSteps = [],
  json: TestCall["json"] = {},
): AccessRow {
  return {
    attempt: () => attempt(side, name, earlierSteps, json),
    cells: ownersOnly("404 deal_not_found", READS_BODY),
  };
}

/** A step that a new deal's state does not allow. */
function refusedStepRow(side: "buyer" | "seller", name: string, json: TestCall["json"] = {}): AccessRow {
  return {
    attempt: () => attempt(side, name, [], json),
    cells: ownersOnly("404 deal_not_found", READS_BODY, "409 step_not_possible"),
  };
}

export const DEAL_ROWS: AccessRows = {
  "GET /deals": signedInRow({ ...READS_OWN_DATA, ...READS_PARAMETERS }, "/deals?view=needsMe"),
  "GET /deals/counts": signedInRow(READS_OWN_DATA, "/deals/counts"),
  "GET /deals/:id": {
    attempt: async () => {
      const { dealId, buyer } = await aSale();
      return { path: `/deals/${dealId}`, call: {}, cookie: buyer.cookie };
    },
    cells: ownersOnly("404 deal_not_found", READS_PARAMETERS),
  },
  "GET /deals/:id/invoice": {
    attempt: async () => {
      const { dealId, buyer, seller } = await aSale();
      await takeStep(dealId, buyer, "delivery", { delivery: "pickUp" });
      await takeStep(dealId, seller, "paid");
      return { path: `/deals/${dealId}/invoice`, call: {}, cookie: buyer.cookie };
    },
    cells: ownersOnly("404 deal_not_found", READS_PARAMETERS),
  },
  "GET /deals/sales.csv": signedInRow(READS_OWN_DATA, "/deals/sales.csv"),
  "GET /deals/purchases.csv": signedInRow(READS_OWN_DATA, "/deals/purchases.csv"),
  "POST /deals/:id/accept": refusedStepRow("buyer", "accept"),
  "POST /deals/:id/decline": refusedStepRow("buyer", "decline"),
  "POST /deals/:id/delivery": stepRow("buyer", "delivery", [], { delivery: "address", address: anAddress() }),
  "POST /deals/:id/paid": stepRow("buyer", "paid", [PICK_UP]),
  "POST /deals/:id/sent": stepRow("seller", "sent", [
    ["buyer", "delivery", { delivery: "address", address: anAddress() }],
    ["buyer", "paid"],
  ]),
  "POST /deals/:id/handed-over": stepRow("seller", "handed-over", PAID),
  "POST /deals/:id/received": stepRow("buyer", "received", SENT),
  "POST /deals/:id/ask-cancel": stepRow("seller", "ask-cancel"),
  "POST /deals/:id/agree-cancel": stepRow("buyer", "agree-cancel", [["seller", "ask-cancel"]]),
  "POST /deals/:id/drop-cancel": stepRow("buyer", "drop-cancel", [["seller", "ask-cancel"]]),
  "POST /deals/:id/end-unpaid": refusedStepRow("seller", "end-unpaid", { choice: "cancel" }),
  "POST /deals/:id/dispute": stepRow("buyer", "dispute", PAID, { reason: "Nothing came" }),
  "POST /deals/:id/settle": stepRow("buyer", "settle", [...PAID, ["buyer", "dispute", { reason: "Nothing came" }]]),
  "POST /deals/:id/notes/:seq/report": {
    // The owner here is the side that did not write the note.
    attempt: async () => {
      const before = [["buyer", "delivery", { delivery: "pickUp", note: "On Friday" }]] as const;
      return attempt("seller", "notes/2/report", before, { reason: "offensive" });
    },
    cells: { ...ownersOnly("404 deal_not_found", READS_BODY, "201"), replayed: "409 already_reported" },
  },
  "GET /auction/:id/second-chance": listingRow(PUBLIC_READ_BY_ID, (id) => `/auction/${id}/second-chance`),
  "GET /user/address": signedInRow(READS_OWN_DATA, "/user/address"),
  "PUT /user/address": {
    attempt: () => asSomeone("/user/address", { json: anAddress() }),
    cells: allUsers(READS_BODY),
  },
  "DELETE /user/address": signedInRow(READS_OWN_DATA, "/user/address"),
  "GET /user/payment-instructions": signedInRow(READS_OWN_DATA, "/user/payment-instructions"),
  "PUT /user/payment-instructions": {
    attempt: () => asSomeone("/user/payment-instructions", { json: { instructions: `By transfer ${newId()}` } }),
    cells: allUsers(READS_BODY),
  },
};
