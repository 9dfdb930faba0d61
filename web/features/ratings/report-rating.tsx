import { Flag } from "lucide-react";
import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { LoadOnPress } from "../../ui/load-on-press.tsx";

const ReportRatingDialog = lazyComponent(() => import("./report-rating-dialog.tsx"));

type ReportRatingProps = {
  ratingId: string;
  /** The rater's name, so that screen reader users can tell the buttons apart. */
  of: string;
  /** Runs an action that needs a signed-in person. */
  signedIn?: (action: () => void) => void;
};

/** Reports a rating, or its reply, to the admins. The form loads when it's first opened. */
export function ReportRating({ ratingId, of, signedIn = (action) => action() }: ReportRatingProps) {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Report: ${of}`}
        onClick={() => signedIn(() => setPresses((before) => before + 1))}
      >
        <Flag aria-hidden className="size-4" />
        Report
      </Button>
      <LoadOnPress presses={presses} failure="We couldn't load the form.">
        <ReportRatingDialog ratingId={ratingId} presses={presses} />
      </LoadOnPress>
    </>
  );
}
