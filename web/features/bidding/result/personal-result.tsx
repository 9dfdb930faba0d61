import { lazy, type ReactNode, Suspense } from "react";

import { FaultBoundary } from "../../../ui/fault-boundary.tsx";
import type { AuctionScreen } from "../use-auction.ts";
import { personalResult } from "./result.ts";

/** Few pages ever show one. */
const ResultCard = lazy(() => import("./result-card.tsx"));

/** What the end means for a person who sold or bid, and what they can do now. The panel has the result for everybody. */
export function PersonalResult({ screen, similar }: { screen: AuctionScreen; similar?: ReactNode }) {
  const result = personalResult(screen);
  if (result === null) return null;
  return (
    <FaultBoundary fallback={null}>
      <Suspense>
        <ResultCard screen={screen} result={result} similar={similar} />
      </Suspense>
    </FaultBoundary>
  );
}
