import { useState } from "react";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { PAYMENT_MS } from "../../../worker/rules/closing.ts";
import { serverNow } from "../../api/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Moment } from "../../ui/moment.tsx";
import { useTicking } from "../../ui/ticker.ts";
import { ReleaseBuyerDialog } from "./release-buyer-dialog.tsx";

type ReleaseBuyerProps = {
  auction: Pick<OwnAuction, "_id" | "title" | "auctionEndTime">;
  /** What has the focus afterwards, when the button is gone. */
  focusAfter: () => HTMLElement | null;
  className?: string;
};

/** For the seller of a sold item whose buyer does not pay: from when they can release the buyer, and then the button. */
export function ReleaseBuyer({ auction, focusAfter, className }: ReleaseBuyerProps) {
  const from = Date.parse(auction.auctionEndTime) + PAYMENT_MS;
  const mayRelease = useTicking(() => serverNow() >= from);
  const [open, setOpen] = useState(false);
  return (
    <div className={classes("flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm", className)}>
      <p className="min-w-0 flex-1 basis-52 text-muted">
        {mayRelease ? (
          "If the buyer hasn’t paid, you can cancel the sale."
        ) : (
          <>
            If the buyer hasn’t paid by <Moment iso={new Date(from).toISOString()} />, you can release them here.
          </>
        )}
      </p>
      {mayRelease && (
        <Button look="secondary" size="sm" onClick={() => setOpen(true)}>
          Release the buyer<span className="sr-only"> of {auction.title}</span>
        </Button>
      )}
      <ReleaseBuyerDialog auction={auction} open={open} onOpenChange={setOpen} focusAfter={focusAfter} />
    </div>
  );
}
