import { type ReactNode, useEffect } from "react";

import { optionalComponent } from "../../../ui/lazy-component.tsx";
import { toasts } from "../../../ui/toast.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { personalResult } from "./result.ts";

/** Loaded on demand, because few pages show a personal result. */
const ResultCard = optionalComponent(async () => (await import("./result-card.tsx")).default);

type PersonalResultProps = { screen: AuctionScreen; similar?: ReactNode };

/** The result for the seller or a bidder, with their next steps. The panel shows the result to everyone. */
export function PersonalResult({ screen, similar }: PersonalResultProps) {
  const result = personalResult(screen);
  const { stage, view } = screen;
  const { _id } = view.auction;
  const showsEnd = !view.gone && (stage === "closing" || stage === "sold" || stage === "expired");
  // A toast would cover the result, or show an earlier standing.
  useEffect(() => (showsEnd ? toasts.claimForPage(_id) : undefined), [showsEnd, _id]);
  if (result === null) return null;
  return <ResultCard screen={screen} result={result} similar={similar} />;
}
