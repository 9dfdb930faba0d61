import { Flag } from "lucide-react";
import { useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { LoadOnTap } from "../../../ui/load-on-tap.tsx";

const ReportDialog = lazyComponent(() => import("../../../shared/report-dialog.tsx"));

type ReportListingProps = { auctionId: string; requireSignIn: (action: () => void) => void };

/** Reports a listing to the admins. The form loads when it's first opened. Visitors sign in first. */
export function ReportListing({ auctionId, requireSignIn }: ReportListingProps) {
  const [taps, setTaps] = useState(0);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="-ml-3"
        onClick={() => requireSignIn(() => setTaps((before) => before + 1))}
      >
        <Flag aria-hidden className="size-4" />
        Report this listing
      </Button>
      <LoadOnTap taps={taps} failure="We couldn't load the form.">
        <ReportDialog target={{ kind: "listing", id: auctionId }} taps={taps} />
      </LoadOnTap>
    </>
  );
}
