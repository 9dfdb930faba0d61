import type { Auction } from "../../../worker/contract/catalogue.ts";
import { momentText } from "../../ui/moment.tsx";
import { priceText } from "../../ui/price.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** The terms that bidders have relied on: shown where their fields are, and no longer to be changed. */
export function FixedTerms({ auction }: { auction: Auction }) {
  const { title, startingPrice, currency, auctionEndTime } = auction;
  return (
    <>
      <TextField label="Title" value={title} disabled />
      <TextField label="Starting Price" value={priceText(startingPrice, currency)} disabled />
      <TextField label="Auction End Date" value={momentText(auctionEndTime, true)} disabled />
    </>
  );
}
