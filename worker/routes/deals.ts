/**
 * The deals of the signed-in person: the lists, one deal, and a call for each of its steps. For anyone else, the deal
 * doesn't exist. `worker/rules/deal-steps.ts` decides, and `worker/deals` applies the decision.
 */
import { Hono } from "hono";
import { createFactory } from "hono/factory";

import { invalidateLists } from "../catalogue/list-cache.ts";
import { noteParam, reportNoteInput } from "../contract/deal-note.ts";
import {
  dealResponse,
  dealCountsResponse,
  dealsResponse,
  dealsQuery,
  deliveryInput,
  disputeInput,
  endUnpaidInput,
  noteInput,
  sentInput,
} from "../contract/deal.ts";
import { describeRefusal } from "../contract/describe-refusal.ts";
import { doneResponse, idParam } from "../contract/fields.ts";
import { rateInput, replyInput } from "../contract/rating.ts";
import { noteSubjectIdOf } from "../db/note-subject.ts";
import { toDealDetails } from "../deals/deal-responses.ts";
import { type StepExtras, findDealOf, type StoredDeal } from "../deals/deal-rows.ts";
import { dealPorts, followUpDeal } from "../deals/follow-ups.ts";
import { countDeals, listDeals } from "../deals/listed-deals.ts";
import { saveAddress } from "../deals/saved-texts.ts";
import { findNextBidder } from "../deals/second-chances.ts";
import { takeDealStep } from "../deals/steps.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { failBusy, fail, failWith } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { logError } from "../http/log.ts";
import { signedInWithLimit } from "../http/person-limits.ts";
import { signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { addReport } from "../moderation/queries/reports.ts";
import { deliverRatingNotice } from "../ratings/rating-notices.ts";
import { rateDeal, replyToRating } from "../ratings/ratings.ts";
import { isStepPossible, sideOf, type DealStep } from "../rules/deal-steps.ts";
import { dealAt, otherSide } from "../rules/deal.ts";
import type { Refusal } from "../rules/refusal.ts";

const REPORTED_BEFORE_MESSAGE = "You've already reported this note";

const STEP_REFUSALS = ["deal_not_found", "not_your_step", "step_not_possible", "step_taken"] as const;
const REPEATED_STEP = "Sending the same request again has no effect. If the text differs, we refuse it.";
const describeStep = (summary: string, description: string) =>
  describeRoute({
    tag: "Deals",
    summary,
    description,
    response: dealResponse,
    refuses: STEP_REFUSALS,
  });

type NoteStepName = Exclude<DealStep["type"], "accept" | "chooseDelivery" | "endUnpaid">;
/** The handlers of a step that takes nothing but a note. */
const noteStep = (summary: string, type: NoteStepName, conditions: string) =>
  createFactory<HttpEnv>().createHandlers(
    describeStep(summary, `${conditions} ${REPEATED_STEP}`),
    signedIn,
    validate("param", idParam),
    jsonBody,
    validate("json", noteInput),
    (c) => respondToStep(c, c.req.valid("param").id, c.req.valid("json"), { type }),
  );

export const deals = new Hono<HttpEnv>()
  .get(
    "/",
    describeRoute({
      tag: "Deals",
      summary: "List your deals",
      description:
        "Purchases and sales, most recently changed first. `needsMe` lists deals waiting for you. `toRate` lists finished deals that you can still rate.",
      response: dealsResponse,
    }),
    signedIn,
    validate("query", dealsQuery),
    async (c) => {
      const { db, now } = c.var;
      const page = await listDeals(db, callerOf(c).user.id, c.req.valid("query"), now);
      return c.json({ success: true, message: "Deals Fetched", ...page });
    },
  )
  .get(
    "/counts",
    describeRoute({
      tag: "Deals",
      summary: "Count your open deals and deals to rate",
      description:
        "`buying` and `selling` count deals that haven't ended. `needsMe` counts deals waiting for you. `toRate` " +
        "counts finished deals that you can still rate.",
      response: dealCountsResponse,
    }),
    signedIn,
    async (c) => {
      const counts = await countDeals(c.var.db, callerOf(c).user.id, c.var.now);
      return c.json({ success: true, message: "Deals Counted", counts });
    },
  )
  .get(
    "/:id",
    describeRoute({
      tag: "Deals",
      summary: "Get one of your deals",
      description: "Takes a deal ID. With an auction ID, you get your newest deal for that auction.",
      response: dealResponse,
      refuses: ["deal_not_found"],
    }),
    signedIn,
    validate("param", idParam),
    async (c) => {
      const found = await findDealOf(c.var.db, c.req.valid("param").id, callerOf(c).user.id);
      return found ? respondWithDeal(c, found, "Deal Fetched") : fail(c, "deal_not_found");
    },
  )
  .post(
    "/:id/accept",
    describeRoute({
      tag: "Deals",
      summary: "Accept a second chance",
      description: `The buyer can accept within 48 hours of the offer. ${REPEATED_STEP}`,
      response: dealResponse,
      refuses: [...STEP_REFUSALS, "listing_hidden", "bidding_stopped"],
    }),
    signedIn,
    validate("param", idParam),
    jsonBody,
    validate("json", noteInput),
    (c) =>
      respondToStepFor(c, c.req.valid("param").id, c.req.valid("json"), ({ auction, buyer }) => ({
        type: "accept",
        isHidden: auction.phase === "hidden",
        isBiddingStopped: buyer !== null && buyer.biddingStoppedAt !== null,
      })),
  )
  .post(
    "/:id/decline",
    ...noteStep("Decline a second chance", "decline", "The buyer can decline within 48 hours of the offer."),
  )
  .post(
    "/:id/delivery",
    describeStep(
      "Give a delivery address, or choose pickup",
      "The buyer can choose, and choose again, until the deal is paid. Sending the same request again has no effect. " +
        "A different note or address makes it a new step.",
    ),
    signedIn,
    validate("param", idParam),
    jsonBody,
    validate("json", deliveryInput),
    async (c) => {
      const input = c.req.valid("json");
      const address = input.delivery === "address" ? input.address : null;
      const isNew = ({ row }: StoredDeal) => JSON.stringify(row.address) !== JSON.stringify(address);
      const response = await respondToStepFor(c, c.req.valid("param").id, { note: input.note, address }, (found) => ({
        type: "chooseDelivery",
        delivery: input.delivery,
        isNew: isNew(found),
      }));
      if (response.ok && input.delivery === "address" && input.save) {
        await saveAddress(c.var.db, callerOf(c).user.id, input.address);
      }
      return response;
    },
  )
  .post(
    "/:id/paid",
    ...noteStep(
      "Mark a deal as paid",
      "markPaid",
      "The seller can do this once delivery is chosen. So can the buyer, until the payment is overdue.",
    ),
  )
  .post(
    "/:id/sent",
    describeStep(
      "Mark a deal as sent",
      `The seller can do this within 60 days of payment, if the buyer gave an address. ${REPEATED_STEP}`,
    ),
    signedIn,
    validate("param", idParam),
    jsonBody,
    validate("json", sentInput),
    (c) => {
      const { carrier, trackingNumber, note } = c.req.valid("json");
      const extras = { note, carrier: emptyToNull(carrier), trackingNumber: emptyToNull(trackingNumber) };
      return respondToStep(c, c.req.valid("param").id, extras, { type: "markSent" });
    },
  )
  .post(
    "/:id/handed-over",
    ...noteStep("Mark a deal as handed over", "handOver", "The seller can do this within 60 days of payment."),
  )
  .post(
    "/:id/received",
    ...noteStep(
      "Confirm that you received the item",
      "confirmReceipt",
      "The buyer can do this once the item is sent or handed over. After 21 days, it counts as received.",
    ),
  )
  .post(
    "/:id/ask-cancel",
    ...noteStep(
      "Ask the other side to cancel",
      "requestCancel",
      "Either side can ask once the buyer has agreed to the deal, until it has ended.",
    ),
  )
  .post(
    "/:id/agree-cancel",
    ...noteStep("Agree to cancel", "agreeCancel", "Ends the deal, once the other side has asked to cancel."),
  )
  .post(
    "/:id/drop-cancel",
    ...noteStep(
      "Continue a deal instead of canceling it",
      "dropCancel",
      "Either side can end a request to cancel, its own or the other side's.",
    ),
  )
  .post(
    "/:id/end-unpaid",
    describeRoute({
      tag: "Deals",
      summary: "Choose what happens to an unpaid item",
      description: `\`secondChance\` offers it once to the next bidder, for their highest bid. After \`listAgain\` you can relist it. ${REPEATED_STEP}`,
      response: dealResponse,
      refuses: [...STEP_REFUSALS, "no_next_bidder"],
    }),
    signedIn,
    validate("param", idParam),
    jsonBody,
    validate("json", endUnpaidInput),
    (c) => {
      const { choice, note } = c.req.valid("json");
      return respondToStep(c, c.req.valid("param").id, { note }, { type: "endUnpaid", choice });
    },
  )
  .post(
    "/:id/dispute",
    describeStep(
      "Report a problem with a deal",
      `Either side can do this between payment and receipt. It pauses all deadlines. ${REPEATED_STEP}`,
    ),
    signedIn,
    validate("param", idParam),
    jsonBody,
    validate("json", disputeInput),
    (c) => respondToStep(c, c.req.valid("param").id, { note: c.req.valid("json").reason }, { type: "dispute" }),
  )
  .post(
    "/:id/notes/:seq/report",
    describeRoute({
      tag: "Deals",
      summary: "Report a note from the other side",
      description: "You can report each note once.",
      status: 201,
      response: doneResponse,
      refuses: ["deal_not_found", "note_not_found", "already_reported"],
    }),
    signedInWithLimit("reports"),
    validate("param", noteParam),
    jsonBody,
    validate("json", reportNoteInput),
    async (c) => {
      const { db, now: createdAt } = c.var;
      const { id: dealId, seq } = c.req.valid("param");
      const reporterId = callerOf(c).user.id;
      const found = await findDealOf(db, dealId, reporterId);
      if (found?.row.id !== dealId) return fail(c, "deal_not_found");
      if (!hasNoteFor(found, reporterId, seq)) return fail(c, "note_not_found");
      const report = { ...c.req.valid("json"), reporterId, createdAt };
      const added = await addReport(db, { kind: "note", subjectId: noteSubjectIdOf({ dealId, seq }), ...report });
      if (!added) return fail(c, "already_reported", { message: REPORTED_BEFORE_MESSAGE });
      return c.json({ success: true, message: "Note Reported" }, 201);
    },
  )
  .post(
    "/:id/settle",
    ...noteStep(
      "Mark your problem as solved",
      "settle",
      "Only the side that reported the problem can do this. The deadline then starts over.",
    ),
  )
  .post(
    "/:id/rating",
    describeRoute({
      tag: "Deals",
      summary: "Rate the other side of a deal",
      description:
        "You can rate once, within 60 days after the deal is done. The rating is shown when both sides have rated, or after that time. Sending the same rating again has no effect.",
      response: dealResponse,
      refuses: ["deal_not_found", "deal_not_done", "rated", "rating_too_late"],
    }),
    signedIn,
    validate("param", idParam),
    jsonBody,
    validate("json", rateInput),
    async (c) => {
      const { db, now } = c.var;
      const { id: dealId } = c.req.valid("param");
      const rating = { dealId, personId: callerOf(c).user.id, rating: c.req.valid("json") };
      const rated = await rateDeal(db, rating, now);
      return rated.ok ? respondToRating(c, dealId, rated.ratingId) : refuseRating(c, rated.refusal);
    },
  )
  .post(
    "/:id/rating/reply",
    describeRoute({
      tag: "Deals",
      summary: "Reply to the other side's rating",
      description:
        "You can reply once the rating is shown, and only once. Everyone who sees the rating sees the reply. Sending the same reply again has no effect.",
      response: dealResponse,
      refuses: ["deal_not_found", "rating_not_found", "rating_not_shown", "rating_hidden", "rating_replied"],
    }),
    signedIn,
    validate("param", idParam),
    jsonBody,
    validate("json", replyInput),
    async (c) => {
      const { db, now } = c.var;
      const { id: dealId } = c.req.valid("param");
      const reply = { dealId, personId: callerOf(c).user.id, reply: c.req.valid("json").text };
      const replied = await replyToRating(db, reply, now);
      return replied.ok ? respondToRating(c, dealId, replied.ratingId) : refuseRating(c, replied.refusal);
    },
  );

/** Whether the other side has written a note with this event that this person can read. */
function hasNoteFor({ deal, events }: StoredDeal, personId: string, seq: number): boolean {
  const side = sideOf(deal, personId);
  const event = events.find((candidate) => candidate.seq === seq);
  return side !== null && event?.by === otherSide(side) && event.note !== null && event.hiddenReason === null;
}

function emptyToNull(text: string): string | null {
  return text === "" ? null : text;
}

function respondToStep(c: HttpContext, dealId: string, extras: StepExtras, step: DealStep) {
  return respondToStepFor(c, dealId, extras, () => step);
}

/** `stepFor` returns the step for the deal as found. */
async function respondToStepFor(
  c: HttpContext,
  dealId: string,
  extras: StepExtras,
  stepFor: (found: StoredDeal) => DealStep,
) {
  const { db, settings, now } = c.var;
  const personId = callerOf(c).user.id;
  const taken = await takeDealStep(db, { dealId, personId, extras }, stepFor, settings, now);
  if (!taken.ok) return taken.refusal ? failWith(c, describeRefusal(taken.refusal, settings.currency)) : failBusy(c);
  if (taken.events.length > 0) {
    invalidateLists();
    // The step is saved. Notices to others may follow a little later, and the sweep repeats what failed.
    c.executionCtx.waitUntil(
      logFailureOf(c, followUpDeal(dealPorts(c.env, db), dealId, settings.unpaidLimit, taken.events)),
    );
  }
  const found = await findDealOf(db, dealId, personId);
  return found ? respondWithDeal(c, found, "Deal Updated") : fail(c, "deal_not_found");
}

/** `refusal` is null if the account has just been deleted or suspended. */
function refuseRating(c: HttpContext, refusal: Refusal | null) {
  return refusal ? failWith(c, describeRefusal(refusal, c.var.settings.currency)) : fail(c, "not_signed_in");
}

/** `ratingId` is the rating that was given or replied to. Null for a retry. */
async function respondToRating(c: HttpContext, dealId: string, ratingId: string | null) {
  const { db, now } = c.var;
  if (ratingId !== null) {
    invalidateLists();
    c.executionCtx.waitUntil(logFailureOf(c, deliverRatingNotice(dealPorts(c.env, db), ratingId, now)));
  }
  const found = await findDealOf(db, dealId, callerOf(c).user.id);
  return found ? respondWithDeal(c, found, "Deal Updated") : fail(c, "deal_not_found");
}

/** Runs after the response. We log what fails, and the sweep retries it. */
function logFailureOf(c: HttpContext, followUp: Promise<void>): Promise<void> {
  return followUp.catch((error: unknown) => logError(c, error instanceof Error ? error : new Error(String(error))));
}

async function respondWithDeal(c: HttpContext, storedDeal: StoredDeal, message: string) {
  const { db, now } = c.var;
  const side = sideOf(storedDeal.deal, callerOf(c).user.id) ?? "buyer";
  const canOfferNext = side === "seller" && isStepPossible(dealAt(storedDeal.deal, now), side, "endUnpaid");
  const next = canOfferNext ? await findNextBidder(db, storedDeal.row) : null;
  return c.json({ success: true, message, deal: toDealDetails(storedDeal, side, next, now), serverTime: now });
}
