/** The result of an auction for one person. Pure, from public numbers only. */
import { priceText } from "../../../ui/items/price.tsx";
import type { AuctionScreen } from "../use-auction.ts";

type EndedScreen = Pick<AuctionScreen, "view" | "stage" | "standing" | "userId">;

/**
 * `unmet` means that the highest bid was below the reserve, and `released` that the buyer's deal ended without a sale.
 * Both apply to every bidder.
 */
export type PersonalResultKind =
  | "won"
  | "lost"
  | "unmet"
  | "released"
  | "sellerSold"
  | "sellerUnsold"
  | "sellerReleased";

/** Null until there is a result, and for people who neither sold nor bid. */
export function personalResult({ view, stage, standing, userId }: EndedScreen): PersonalResultKind | null {
  const { winner, buyerReleased } = view.auction;
  if (view.gone || (stage !== "sold" && stage !== "expired")) return null;
  if (standing === "seller") return stage === "sold" ? "sellerSold" : buyerReleased ? "sellerReleased" : "sellerUnsold";
  if (stage === "sold" && winner !== null && winner._id === userId) return "won";
  if (standing !== "leading" && standing !== "outbid") return null;
  return stage === "sold" ? "lost" : buyerReleased ? "released" : "unmet";
}

/** The result in one line, worded differently for the winner. Null until there is a result. */
export function resultText(screen: EndedScreen): string | null {
  const { view, stage } = screen;
  const price = priceText(view.auction.currentBid, view.auction.currency);
  if (stage === "closing") return "Ended, waiting for the result";
  if (stage === "expired") return view.auction.buyerReleased ? "Sale canceled" : "Ended without a sale";
  if (stage !== "sold") return null;
  return `${personalResult(screen) === "won" ? "Yours" : "Sold"} for ${price}`;
}

/** A bid within this share of the price was close. */
const CLOSE_SHARE = 0.1;

/**
 * Consoles someone who was outbid, and says how far their highest bid is below the price. It doesn't promise that a
 * higher bid would have won, because the winner's maximum is secret.
 */
export function consolation({ view, userId }: Pick<AuctionScreen, "view" | "userId">): { title: string; text: string } {
  const { currentBid, currency } = view.auction;
  // Finds the person's highest bid. An old bid may be below the known part of the list.
  const own = view.bids.find(({ bidder }) => bidder._id === userId);
  if (!own) return { title: "Not this time", text: "Thank you for bidding." };
  const shortfall = currentBid - own.amount;
  const bid = priceText(own.amount, currency);
  if (shortfall <= 0) return { title: "So close", text: "Someone bid the same amount before you." };
  const text = `Your highest bid of ${bid} was ${priceText(shortfall, currency)} short. Thank you for bidding.`;
  return { title: shortfall <= currentBid * CLOSE_SHARE ? "So close" : "Not this time", text };
}
