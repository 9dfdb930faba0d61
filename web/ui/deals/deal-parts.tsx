/** A deal's cost and delivery, for its two sides and for admins. */
import type { ReactNode } from "react";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import { RETURNS, SHIPPING } from "../items/details-texts.ts";
import { Price } from "../items/price.tsx";
import { LabeledValue } from "../labeled-value.tsx";
import { PostalAddress } from "./postal-address.tsx";

export function DealTotals({
  price,
  total,
  currency,
  details,
  delivery,
}: Pick<DealDetails, "price" | "total" | "currency" | "details" | "delivery">) {
  const { shipping, returns } = details;
  return (
    <dl className="space-y-1.5">
      <LabeledValue label="Price">
        <Price amount={price} currency={currency} />
      </LabeledValue>
      <LabeledValue label="Shipping">
        {delivery === "pickUp" ? (
          "Pickup"
        ) : details.shippingPrice === undefined ? (
          shipping === undefined ? (
            "Not stated"
          ) : (
            SHIPPING[shipping]
          )
        ) : details.shippingPrice === 0 ? (
          "Free"
        ) : (
          <Price amount={details.shippingPrice} currency={currency} />
        )}
      </LabeledValue>
      <LabeledValue label="Total">
        <Price amount={total} currency={currency} className="text-base font-semibold" />
      </LabeledValue>
      <LabeledValue label="Returns">{returns === undefined ? "Not stated" : RETURNS[returns]}</LabeledValue>
    </dl>
  );
}

type DeliveryDestinationProps = Pick<DealDetails, "delivery" | "details" | "address" | "carrier" | "trackingNumber">;

/** Shown once the buyer has chosen a delivery. */
export function DeliveryDestination({ delivery, details, address, carrier, trackingNumber }: DeliveryDestinationProps) {
  return (
    <>
      {delivery === "pickUp" ? (
        <p>Pickup{details.location !== undefined && ` in ${details.location}`}</p>
      ) : address === null ? (
        <p className="text-muted">The address has been deleted.</p>
      ) : (
        <PostalAddress address={address} />
      )}
      {carrier && <p className="mt-3 break-words">Carrier: {carrier}</p>}
      {trackingNumber && <p className="break-all">Tracking number: {trackingNumber}</p>}
    </>
  );
}

type DealPartProps = { title: string; id?: string; children: ReactNode };

/** One section of the card that lists a deal's facts. With an ID, links can lead to it. */
export function DealPart({ title, id, children }: DealPartProps) {
  return (
    <section
      aria-label={title}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className="scroll-mt-20 p-5 -outline-offset-2"
    >
      <h2 className="mb-2 font-medium">{title}</h2>
      {children}
    </section>
  );
}
