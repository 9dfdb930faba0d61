/**
 * The schema of a listing's form: the contract's rules for each text field, and the deployment's limits with the
 * server's own messages. An edit accepts unchanged values as they are.
 */
import { z } from "zod";

import { createAuctionInput } from "../../../../worker/contract/auction.ts";
import { describeRefusal } from "../../../../worker/contract/describe-refusal.ts";
import { RELIST_CHOICES } from "../../../../worker/contract/relist-plan.ts";
import { type IncrementScheme, toMinorOrThrow } from "../../../../worker/rules/money.ts";
import { typedAmountSchema } from "../../../ui/fields/typed-amount.ts";
import { type DetailsValues, detailsSchema } from "./details-values.ts";
import { toTimeChoice, type TimeChoice, endProblem, toTimestamp, startProblem } from "./time-choice.ts";

export type ListingRules = {
  currency: string;
  /** Major units. */
  minStartingPrice: number;
  /** The shortest time from now to the end. */
  leadMs: number;
  /** The shortest time from a later start to the end. */
  minAuctionMs: number;
  /** The longest soft-close window. 0 if auctions have none. */
  softCloseMs: number;
  /** Epoch ms, read at each check. */
  now: () => number;
  /** The values before an edit: start (null if it began when listed) and end as epoch ms, prices in major units. */
  current?: {
    startsAt: number | null;
    endsAt: number;
    startingPrice: number;
    reservePrice?: number | undefined;
    buyNowPrice?: number | undefined;
  };
};

const { title, description, category, startingPrice, reservePrice, buyNowPrice, increments } = createAuctionInput.shape;
const termsSchema = {
  increments: increments.unwrap(),
  softClose: z.boolean().transform((on): "on" | "off" => (on ? "on" : "off")),
};
const relistTimes = z.enum(RELIST_CHOICES);
/** The value that the calls expect for an amount that isn't set. */
const NO_AMOUNT: number | "" = "";
const timeChoice = z.object({ day: z.string(), time: z.string() });

/**
 * The input is what people type. The output is what the call expects, with start and end as ISO date-times in UTC. An
 * empty start means right away.
 */
export function newListingSchema(rules: ListingRules) {
  return listingSchema(rules, category);
}

/** The schema for editing a listing, whose category can't change. */
export function editedListingSchema(rules: ListingRules) {
  return listingSchema(rules, z.string());
}

/** All parts are checked even if one is wrong, because start and end depend on each other, and so do the prices. */
function listingSchema(rules: ListingRules, categorySchema: z.ZodType<string, string>) {
  const details = detailsSchema(rules.currency);
  const texts = z.object({ title, category: categorySchema, description, details, ...termsSchema, relistTimes });
  return z.intersection(z.intersection(texts, pricesSchema(rules)), timesSchema(rules));
}

/** The terms that are fixed once someone has bid. The price is in major units, the end as in the API. */
type FrozenValues = { title: string; description: string; startingPrice: number; scheduledEndTime: string };

/**
 * Once there are bids, only the description can change, and only by adding to its end. The other fields aren't read.
 */
export function frozenListingSchema(terms: FrozenValues) {
  const appendedDescription = description.refine(
    (text) => text.startsWith(terms.description),
    "Bidders rely on this text. You can add to it, but not change it.",
  );
  const { title: fixedTitle, startingPrice: fixedPrice, scheduledEndTime: end } = terms;
  return z
    .object({
      title: z.string(),
      category: z.string(),
      description: appendedDescription,
      details: z.record(z.string(), z.string()),
      startingPrice: z.string(),
      start: timeChoice,
      end: timeChoice,
      reservePrice: z.string(),
      buyNowPrice: z.string(),
      ...termsSchema,
      relistTimes,
    })
    .transform(
      ({ description: text, category: unchangedCategory, increments: steps, softClose, relistTimes: times }) => ({
        title: fixedTitle,
        category: unchangedCategory,
        description: text,
        details: {},
        startingPrice: fixedPrice,
        end,
        increments: steps,
        softClose,
        startsAt: "",
        reservePrice: NO_AMOUNT,
        buyNowPrice: NO_AMOUNT,
        relistTimes: times,
      }),
    );
}

export type ListingValues = { title: string; category: string; description: string; startingPrice: string } & {
  details: DetailsValues;
  end: TimeChoice;
  increments: IncrementScheme;
  softClose: boolean;
  start: TimeChoice;
  /** Empty if there is none, like the Buy It Now price. */
  reservePrice: string;
  buyNowPrice: string;
  /** Only for a new listing. An existing listing has this choice on its page. */
  relistTimes: (typeof RELIST_CHOICES)[number];
};
export type Listing = z.output<ReturnType<typeof newListingSchema>>;

function priceSchema({ currency, minStartingPrice, current }: ListingRules) {
  const tooLow = describeRefusal(
    { code: "starting_price_too_low", minimumMinor: toMinorOrThrow(minStartingPrice) },
    currency,
  ).message;
  return typedAmountSchema(currency, startingPrice).refine(
    (amount) => amount >= minStartingPrice || amount === current?.startingPrice,
    tooLow,
  );
}

function pricesSchema(rules: ListingRules) {
  const { currency } = rules;
  const optional = (amount: z.ZodType<number, number | string>) =>
    typedAmountSchema(currency, z.union([z.literal(""), amount]));
  return z
    .object({
      startingPrice: priceSchema(rules),
      reservePrice: optional(reservePrice.unwrap()),
      buyNowPrice: optional(buyNowPrice.unwrap()),
    })
    .superRefine((prices, context) => {
      const minimum = prices.startingPrice;
      const above = Math.max(minimum, prices.reservePrice === "" ? 0 : prices.reservePrice);
      const refuse = (field: keyof typeof prices, refusal: Parameters<typeof describeRefusal>[0]) =>
        context.addIssue({ code: "custom", message: describeRefusal(refusal, currency).message, path: [field] });
      if (prices.reservePrice !== "" && prices.reservePrice < minimum) {
        refuse("reservePrice", { code: "reserve_too_low", minimumMinor: toMinorOrThrow(minimum) });
      }
      if (prices.buyNowPrice !== "" && prices.buyNowPrice <= above) {
        refuse("buyNowPrice", { code: "buy_now_too_low", aboveMinor: toMinorOrThrow(above) });
      }
    });
}

function timesSchema({ leadMs, minAuctionMs, now: clock, current }: ListingRules) {
  return z.object({ start: timeChoice, end: timeChoice }).transform(({ start, end }, context) => {
    const now = clock();
    // The fields show whole minutes. Unchanged times keep their seconds and are valid.
    const isSameStart = current !== undefined && isSame(start, timeChoiceOf(current.startsAt));
    const isSameEnd = current !== undefined && isSame(end, toTimeChoice(current.endsAt));
    const startError = isSameStart ? null : startProblem(start, now);
    const startsAt = isSameStart ? current.startsAt : startError ? null : toTimestamp(start);
    const isLater = startsAt !== null && startsAt > now;
    const endError =
      isSameStart && isSameEnd ? null : endProblem(end, now, isLater ? minAuctionMs : leadMs, isLater ? startsAt : now);
    const endsAt = isSameEnd ? current.endsAt : toTimestamp(end);
    for (const [name, problem] of [
      ["start", startError],
      ["end", endError],
    ] as const) {
      if (problem) context.addIssue({ code: "custom", message: problem.message, path: [name, problem.field] });
    }
    if (startError || endError || endsAt === null) return z.NEVER;
    return { startsAt: startsAt === null ? "" : new Date(startsAt).toISOString(), end: new Date(endsAt).toISOString() };
  });
}

function timeChoiceOf(at: number | null): TimeChoice {
  return at === null ? { day: "", time: "" } : toTimeChoice(at);
}

function isSame(one: TimeChoice, other: TimeChoice): boolean {
  return one.day === other.day && one.time === other.time;
}
