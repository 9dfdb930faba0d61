import type { DetailName, PublicDetails } from "../../../worker/contract/listing-details.ts";
import { CONDITIONS, RETURNS, SHIPPING } from "./details-texts.ts";
import { priceText } from "./price.tsx";

type DetailsListProps = { details: PublicDetails; currency: string };

/** An item's details, as its seller gave them. */
export function DetailsList({ details, currency }: DetailsListProps) {
  const { condition, location, returns } = details;
  const rows: Readonly<
    Record<Exclude<DetailName, "shippingPrice">, readonly [name: string, text: string | undefined]>
  > = {
    condition: ["Condition", condition && CONDITIONS[condition]],
    returns: ["Returns", returns && RETURNS[returns]],
    shipping: ["Shipping", shippingText(details, currency)],
    location: ["Location", location],
  };
  return (
    <section aria-label="Item details">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {Object.values(rows).map(([name, text]) =>
          text === undefined ? null : (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium wrap-anywhere">{text}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

function shippingText({ shipping, shippingPrice }: PublicDetails, currency: string): string | undefined {
  if (shipping === undefined) return undefined;
  if (shippingPrice === undefined) return SHIPPING[shipping];
  return shippingPrice === 0 ? "Free" : priceText(shippingPrice, currency);
}
