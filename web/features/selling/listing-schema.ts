/**
 * The forms of a listing, made of the contract's own fields. Two checks need to know something that a schema cannot:
 * the deployment's smallest starting price and the time. Both use the sentences that the server would answer with.
 */
import { z } from "zod";

import { createAuctionInput, editAuctionInput, type Settings } from "../../../worker/contract/auction.ts";
import { describeRefusal, ERRORS } from "../../../worker/contract/errors.ts";
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

const MINUTE_MS = 60_000;

const when = {
  endDate: z.string().min(1, "Auction end date is required"),
  endTime: z.string().min(1, "The time of day is required"),
};

const { title, description, category, startingPrice } = createAuctionInput.shape;

export function newListingSchema(settings: Settings) {
  return endChecked(
    z.object({ title, category, description, startingPrice: priceFrom(settings), ...when }),
    () => serverNow() + settings.minAuctionSeconds * 1_000,
  );
}

/** The price and the end that stand are always allowed: the rules are for what changes. */
export function listingEditSchema(settings: Settings, standing: { startingPrice: number; endsAt: number }) {
  const standingMinute = Math.floor(standing.endsAt / MINUTE_MS) * MINUTE_MS;
  return endChecked(
    z.object({
      title: editAuctionInput.shape.title.unwrap(),
      description: editAuctionInput.shape.description.unwrap(),
      startingPrice: priceFrom(settings, standing.startingPrice),
      ...when,
    }),
    (endsAt) => (endsAt === standingMinute ? endsAt : serverNow()),
  );
}

/** Once someone has bid only the description may change, and only by what is added to its end; the rest is not read. */
export function growingDescriptionSchema(standing: string) {
  return z.object({
    title: z.string(),
    startingPrice: z.union([z.string(), z.number()]).transform(Number),
    endDate: z.string(),
    endTime: z.string(),
    description: editAuctionInput.shape.description
      .unwrap()
      .refine((text) => text.startsWith(standing), "Bidders rely on this text: leave it as it is and add to its end"),
  });
}

/** `standing` is the price that is allowed although the deployment's smallest may have risen since. */
function priceFrom({ currency, minStartingPrice }: Settings, standing?: number) {
  const minimumMinor = minorOf(minStartingPrice);
  const { message } = describeRefusal({ code: "starting_price_too_low", minimumMinor }, currency);
  return startingPrice.refine((value) => value === standing || (toMinor(value) ?? 0) >= minimumMinor, message);
}

type End = { endDate: string; endTime: string };

/** Checks the end as soon as both of its parts are there, whatever else is still missing. */
function endChecked<Shape extends z.ZodType<End>>(schema: Shape, earliestFor: (endsAt: number) => number) {
  const holds = (rule: (endsAt: number) => boolean) => (form: End) => {
    const endsAt = endOf(form.endDate, form.endTime);
    return endsAt === null || rule(endsAt);
  };
  const isThere = ({ value }: { value: unknown }) => z.object(when).safeParse(value).success;
  return schema
    .refine(
      holds((endsAt) => endsAt >= earliestFor(endsAt)),
      { path: ["endTime"], error: "Choose a time that is still to come", when: isThere },
    )
    .refine(
      holds((endsAt) => endsAt <= serverNow() + MAX_AUCTION_MS),
      { path: ["endDate"], error: ERRORS.end_too_late.message, when: isThere },
    );
}
