/** The tab title of an auction's page. In the last minutes it shows the time left and the person's standing. Pure. */
import { priceText } from "../../ui/items/price.tsx";
import { clockText } from "../../ui/time-left.ts";
import type { AuctionScreen } from "./use-auction.ts";

export type TitledScreen = Pick<AuctionScreen, "view" | "stage" | "standing" | "endsAt" | "finalCall" | "userId">;

/** For example `0:09 · Outbid`, readable from another tab. `now` is epoch ms. */
export function tabTitle({ view, stage, standing, endsAt, finalCall, userId }: TitledScreen, now: number): string {
  const { title, winner, currentBid, currency } = view.auction;
  if (finalCall !== "none") return `${clockText(endsAt - now)} · ${STANDINGS[standing] ?? title}`;
  if (stage === "closing") return `Ended · ${title}`;
  if (stage !== "sold") return title;
  const isOwn = winner !== null && winner._id === userId;
  return `${isOwn ? "Yours" : "Sold"} for ${priceText(currentBid, currency)} · ${title}`;
}

const STANDINGS: { readonly [S in AuctionScreen["standing"]]?: string } = { leading: "Leading", outbid: "Outbid" };
