/** A deal's cost and delivery, for its two sides and for admins. */
import type { ReactNode } from "react";

import type { DealDetails } from "../../worker/contract/deal.ts";
import { RETURNS, SHIPPING } from "./details-texts.ts";
import { PostalAddress } from "./postal-address.tsx";
import { Price } from "./price.tsx";

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
      <Row name="Price">
        <Price amount={price} currency={currency} />
      </Row>
      <Row name="Shipping">
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
      </Row>
      <Row name="Total">
        <Price amount={total} currency={currency} className="text-base font-semibold" />
      </Row>
      <Row name="Returns">{returns === undefined ? "Not stated" : RETURNS[returns]}</Row>
    </dl>
  );
}

type DeliveryPlaceProps = Pick<DealDetails, "delivery" | "details" | "address" | "carrier" | "trackingNumber">;

/** Shown once the buyer has chosen. */
export function DeliveryPlace({ delivery, details, address, carrier, trackingNumber }: DeliveryPlaceProps) {
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

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}
