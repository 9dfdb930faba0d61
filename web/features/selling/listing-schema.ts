/**
 * The forms of a listing, made of the contract's own fields. Two checks need to know something that a schema cannot:
 * the deployment's smallest starting price and the time. Both use the sentences that the server would answer with.
 */
import { z } from "zod";

import { createAuctionInput, editAuctionInput, type Settings } from "../../../worker/contract/auction.ts";
import { describeRefusal } from "../../../worker/contract/errors.ts";
import { MAX_AUCTION_MS } from "../../../worker/rules/listing.ts";
import { minorOf, toMinor } from "../../../worker/rules/money.ts";
import { serverNow } from "../../api/server-clock.ts";
import { endOf } from "./end-moment.ts";

/** What holds until the settings have arrived: those of a fresh deployment. */
export const STANDARD_SETTINGS: Settings = {
  currency: "USD",
  minStartingPrice: 100,
  minAuctionSeconds: 60,
  maxImageBytes: 10 * 1024 * 1024,
  google: false,
};

/** What the form holds while it is filled in: texts, as they are typed. */
export type NewListingFields = {
  title: string;
  category: string;
  description: string;
  startingPrice: string | number;
  endDate: string;
  endTime: string;
};

const when = {
  endDate: z.string().min(1, "Auction end date is required"),
  endTime: z.string().min(1, "The time of day is required"),
};

const { title, description, category, startingPrice } = createAuctionInput.shape;

export function newListingSchema(settings: Settings) {
  return z
    .object({ title, category, description, startingPrice: priceFrom(settings), ...when })
    .superRefine((form, context) => refineEnd(form, settings.minAuctionSeconds * 1_000, context));
}

/** The prices and the end that stand are always allowed: the rules are for what changes. */
export function listingEditSchema(settings: Settings, standing: { startingPrice: number; endsAt: number }) {
  const price = z.union([
    startingPrice.refine((value) => toMinor(value) === toMinor(standing.startingPrice)),
    priceFrom(settings),
  ]);
  return z
    .object({
      title: editAuctionInput.shape.title.unwrap(),
      description: editAuctionInput.shape.description.unwrap(),
      startingPrice: price,
      ...when,
    })
    .superRefine((form, context) => {
      const unchanged = endOf(form.endDate, form.endTime) === Math.floor(standing.endsAt / 60_000) * 60_000;
      if (!unchanged) refineEnd(form, 0, context);
    });
}

function priceFrom({ currency, minStartingPrice }: Settings) {
  const minimumMinor = minorOf(minStartingPrice);
  const { message } = describeRefusal({ code: "starting_price_too_low", minimumMinor }, currency);
  return startingPrice.refine((value) => (toMinor(value) ?? 0) >= minimumMinor, message);
}

function refineEnd(
  { endDate, endTime }: { endDate: string; endTime: string },
  aheadMs: number,
  context: z.RefinementCtx,
): void {
  const endsAt = endOf(endDate, endTime);
  const now = serverNow();
  if (endsAt === null) return;
  if (endsAt < now + aheadMs) {
    context.addIssue({ code: "custom", path: ["endTime"], message: "Choose a time that is still to come" });
  }
  if (endsAt > now + MAX_AUCTION_MS) {
    context.addIssue({ code: "custom", path: ["endDate"], message: "An auction may end at most 365 days from now" });
  }
}
