/** The published auctions in `ebay-auctions.csv`: the rows of each in order, with eBay's result. */
import csv from "./ebay-auctions.csv?raw";

export type EbayBid = { readonly atDays: number; readonly bidder: string; readonly maxMinor: number };
export type EbayAuction = {
  readonly id: string;
  readonly days: number;
  readonly openingMinor: number;
  readonly finalMinor: number;
  readonly bids: readonly EbayBid[];
};

export const EBAY_AUCTIONS = parseAuctions(csv);

function parseAuctions(text: string): EbayAuction[] {
  const rows = text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(","));
  const byId = Map.groupBy(rows, ([id = ""]) => id);
  return Array.from(byId, ([id, bidRows]) => {
    const [[, days, , opening, final] = []] = bidRows;
    const bids = bidRows.map(([, , , , , atDays, bidder = "", max]) => ({
      atDays: Number(atDays),
      bidder,
      maxMinor: Number(max),
    }));
    return { id, days: Number(days), openingMinor: Number(opening), finalMinor: Number(final), bids };
  });
}

/** The auctions that end at another price by our rules: id, our price, eBay's. */
export const DIFFERENT_PRICES: readonly (readonly [id: string, oursMinor: number, finalMinor: number])[] = [
  ["1643903372", 25_99, 26_00],
  ["1649726994", 2_025_00, 2_500_00],
  ["3015053455", 225_00, 260_00],
  ["3016893433", 167_50, 225_00],
  ["3019559023", 215_00, 217_50],
  ["3024680777", 202_50, 215_00],
  ["8214430396", 185_50, 199_00],
];

/** The highest bidder, or the earliest of those with equal maximums. */
export function highestBidder({ bids }: EbayAuction): string | undefined {
  return bids.reduce((highest, bid) => (bid.maxMinor > highest.maxMinor ? bid : highest)).bidder;
}
