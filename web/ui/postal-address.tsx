import type { Address } from "../../worker/contract/deal.ts";

/** `under` is the name above the address, so it isn't repeated. */
export function PostalAddress({ address, under = "" }: { address: Address; under?: string }) {
  const { name, line1, line2, postalCode, city, region, country } = address;
  const ofPerson = name === under ? "" : name;
  const lines = [ofPerson, line1, line2, `${postalCode} ${city}`.trim(), region, country];
  return (
    <address className="break-words whitespace-pre-line not-italic select-all">
      {lines.filter((line) => line !== "").join("\n")}
    </address>
  );
}
