import type { Address } from "../../../worker/contract/deal.ts";

/** `nameAbove` is the name above the address, so it isn't repeated. */
export function PostalAddress({ address, nameAbove = "" }: { address: Address; nameAbove?: string }) {
  const { name, line1, line2, postalCode, city, region, country } = address;
  const recipient = name === nameAbove ? "" : name;
  const lines = [recipient, line1, line2, `${postalCode} ${city}`.trim(), region, country];
  return (
    <address className="break-words whitespace-pre-line not-italic select-all">
      {lines.filter((line) => line !== "").join("\n")}
    </address>
  );
}
