import { useEffect, useRef, useState } from "react";

import { incrementAt, type IncrementScheme, toMinorOrThrow, toMajor } from "../../../../worker/rules/money.ts";
import type { ContractForm } from "../../../shared/use-contract-form.ts";
import { CheckboxField } from "../../../ui/fields/checkbox-field.tsx";
import { priceText } from "../../../ui/items/price.tsx";
import { durationText } from "../../../ui/time-left.ts";
import type { Listing, ListingRules, ListingValues } from "./listing-schema.ts";
import { isDefaultTerms } from "./listing-terms.ts";
import { PriceTermsFields } from "./price-terms-fields.tsx";
import { RelistField } from "./relist-field.tsx";
import { StartFields } from "./start-fields.tsx";

type TermsFieldsProps = { form: ContractForm<ListingValues, Listing>; rules: ListingRules; isNew: boolean };

/** Terms that most sellers don't change. */
export function TermsFields({ form, rules, isNew }: TermsFieldsProps) {
  const { register, getValues, setFocus, errors } = form;
  const { currency, softCloseMs } = rules;
  // If a draft or existing listing has non-default terms, they're visible from the start.
  const [isInitiallyOpen] = useState(() => !isDefaultTerms(getValues()));
  const detailsRef = useRef<HTMLDetailsElement>(null);

  // A refused field must be visible, because focus moves to the form's first error.
  useEffect(() => {
    const details = detailsRef.current;
    const refused = REFUSABLE_FIELDS.filter((name) => errors[name]);
    const [first] = refused;
    if (!first || !details || details.open) return;
    details.open = true;
    if (Object.keys(errors).length > refused.length) return;
    setFocus(first !== "start" ? first : errors.start?.day ? "start.day" : "start.time");
  }, [errors, setFocus]);

  return (
    <details ref={detailsRef} open={isInitiallyOpen} className="rounded-md border border-line">
      <summary className="cursor-pointer rounded-md px-4 py-3 text-sm">
        <span className="font-medium">More options</span>
        <span className="text-muted">
          : reserve, buy now, bid steps, {softCloseMs > 0 && "late bids, "}start time
          {isNew && ", relisting"}
        </span>
      </summary>
      <div className="space-y-6 border-t border-line p-4">
        <PriceTermsFields form={form} currency={currency} />
        <fieldset>
          <legend className="text-sm font-medium">Bid steps</legend>
          <div className="mt-2 space-y-3">
            {INCREMENTS.map(({ value, label, explanation }) => (
              <label key={value} className="flex items-start gap-3 text-sm">
                <input type="radio" value={value} className="mt-0.5 size-4 shrink-0" {...register("increments")} />
                <span>
                  {label}
                  <span className="mt-1 block text-muted">{explanation(currency)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {softCloseMs > 0 && (
          <CheckboxField {...register("softClose")}>
            <span className="font-medium text-ink">Extend the auction after late bids</span>
            <span className="mt-1 block">
              If the price changes in the last {durationText(softCloseMs)}, we extend the auction so that others can
              still bid. In a short auction, it's the last 10%.
            </span>
          </CheckboxField>
        )}
        <StartFields form={form} rules={rules} />
        {isNew && <RelistField control={form.control} />}
      </div>
    </details>
  );
}

/** The terms fields that have their own rules, in screen order. */
const REFUSABLE_FIELDS = ["reservePrice", "buyNowPrice", "start"] as const;

type SchemeChoice = { value: IncrementScheme; label: string; explanation: (currency: string) => string };

const INCREMENTS: readonly SchemeChoice[] = [
  {
    value: "flat",
    label: "Always the same",
    explanation: (currency) =>
      `Each bid must be at least ${incrementText("flat", 0, currency)} higher than the one before.`,
  },
  {
    value: "tiered",
    label: "Larger at higher prices",
    explanation(currency) {
      const examples = EXAMPLES.map(
        (price) => `${incrementText("tiered", price, currency)} higher at ${priceText(price, currency)}`,
      );
      return `The next bid must be at least ${new Intl.ListFormat("en").format(examples)}.`;
    },
  },
];

/** Prices, in major units, that show how the increments grow. */
const EXAMPLES = [100, 1_000, 10_000];

function incrementText(scheme: IncrementScheme, price: number, currency: string): string {
  return priceText(toMajor(incrementAt(scheme, toMinorOrThrow(price))), currency);
}
