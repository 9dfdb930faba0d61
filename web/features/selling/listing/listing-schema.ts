/**
 * The schema of a listing's form: the contract's rules for each text, and the deployment's limits with the server's own
 * messages. An edit accepts unchanged values as they are.
 */
import { z } from "zod";

import { createAuctionInput } from "../../../../worker/contract/auction.ts";
import { describeRefusal } from "../../../../worker/contract/errors.ts";
import { minorOf } from "../../../../worker/rules/money.ts";
import { typedAmount } from "../../../ui/typed-amount.ts";
import { choiceOf, type EndChoice, endProblem, momentOf } from "./end-moment.ts";

export type ListingRules = {
  currency: string;
  /** Major units. */
  minStartingPrice: number;
  /** The shortest time from now to the end. */
  leadMs: number;
  /** Epoch ms, read at each check. */
  now: () => number;
  /** The values before an edit: the end as epoch ms, the price in major units. */
  current?: { endsAt: number; startingPrice: number };
};

const { title, description, category, startingPrice } = createAuctionInput.shape;

/** The input is what is typed; the output is what the call takes, with the end as an ISO date-time in UTC. */
export function newListingSchema(rules: ListingRules) {
  return z.object({ title, category, description, startingPrice: priceSchema(rules), end: endSchema(rules) });
}

/** The same for an existing listing, whose category cannot change. */
export function editedListingSchema(rules: ListingRules) {
  return newListingSchema(rules).extend({ category: z.string() });
}

/** The terms that are fixed once someone has bid; the price in major units, the end as on the wire. */
type FrozenTerms = { title: string; description: string; startingPrice: number; scheduledEndTime: string };

/** With bids, only the description may change, and only by adding to its end; the other fields are not read. */
export function frozenListingSchema(terms: FrozenTerms) {
  const grown = description.refine(
    (text) => text.startsWith(terms.description),
    "Bidders rely on this text: leave it as it is and add to its end",
  );
  const { title: fixedTitle, startingPrice: fixedPrice, scheduledEndTime: end } = terms;
  return z
    .object({
      title: z.string(),
      category: z.string(),
      description: grown,
      startingPrice: z.string(),
      end: z.object({ day: z.string(), time: z.string() }),
    })
    .transform(({ description: text, category: same }) => ({
      title: fixedTitle,
      category: same,
      description: text,
      startingPrice: fixedPrice,
      end,
    }));
}

export type ListingValues = { title: string; category: string; description: string; startingPrice: string } & {
  end: EndChoice;
};
export type Listing = z.output<ReturnType<typeof newListingSchema>>;

function priceSchema({ currency, minStartingPrice, current }: ListingRules) {
  const tooLow = describeRefusal(
    { code: "starting_price_too_low", minimumMinor: minorOf(minStartingPrice) },
    currency,
  ).message;
  return typedAmount(currency, startingPrice).refine(
    (amount) => amount >= minStartingPrice || amount === current?.startingPrice,
    tooLow,
  );
}

function endSchema({ leadMs, now, current }: ListingRules) {
  return z.object({ day: z.string(), time: z.string() }).transform((choice, context) => {
    // The fields show whole minutes: an unchanged end keeps its seconds.
    if (current && isSame(choice, choiceOf(current.endsAt))) return new Date(current.endsAt).toISOString();
    const problem = endProblem(choice, now(), leadMs);
    const atMs = momentOf(choice);
    if (problem === null && atMs !== null) return new Date(atMs).toISOString();
    context.addIssue({ code: "custom", message: problem?.message ?? "", path: [problem?.field ?? "day"] });
    return z.NEVER;
  });
}

function isSame(one: EndChoice, other: EndChoice): boolean {
  return one.day === other.day && one.time === other.time;
}
