import { useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { BottomBar } from "../bottom-bar.tsx";
import type { AuctionScreen } from "../use-auction.ts";
import { personalResult, resultText } from "./result.ts";
import { showResult } from "./show-result.ts";

/** On a phone, shows the end and the result at any scroll position, if the auction was live while the page was open. */
export function ResultBar({ screen }: { screen: AuctionScreen }) {
  const [hasSeenLive, setHasSeenLive] = useState(false);
  if (!hasSeenLive && screen.stage === "live") setHasSeenLive(true);
  const text = resultText(screen);
  if (!hasSeenLive || text === null) return null;
  return (
    <BottomBar>
      <div className="flex min-h-13 items-center justify-between gap-4">
        <p className="text-lg font-semibold">{text}</p>
        {personalResult(screen) !== null && (
          <Button variant="secondary" onClick={showResult}>
            See next steps
          </Button>
        )}
      </div>
    </BottomBar>
  );
}
