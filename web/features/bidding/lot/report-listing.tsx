import { Flag } from "lucide-react";
import { Suspense, useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { FaultBoundary } from "../../../ui/fault-boundary.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";

const ReportDialog = lazyPart(() => import("./report-dialog.tsx"));

type ReportListingProps = { auctionId: string; signedIn: (action: () => void) => void };

/** Reports a listing to the admins, with a form that is loaded when it is first opened. Visitors log in first. */
export function ReportListing({ auctionId, signedIn }: ReportListingProps) {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        className="-ml-3"
        onClick={() => signedIn(() => setPresses((before) => before + 1))}
      >
        <Flag aria-hidden className="size-4" />
        Report this listing
      </Button>
      {presses > 0 && (
        <FaultBoundary
          resetKey={String(presses)}
          fallback={
            <p role="alert" className="mt-2 text-sm text-danger">
              The form couldn’t be loaded. Check your connection and try again.
            </p>
          }
        >
          <Suspense>
            <ReportDialog auctionId={auctionId} presses={presses} />
          </Suspense>
        </FaultBoundary>
      )}
    </>
  );
}
