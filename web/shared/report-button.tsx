import { Flag } from "lucide-react";
import { useState } from "react";

import { Button } from "../ui/button.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { LoadOnTap } from "../ui/load-on-tap.tsx";
import type { ReportTarget } from "./report-dialog.tsx";

const ReportDialog = lazyComponent(() => import("./report-dialog.tsx"));

type ReportButtonProps = {
  target: ReportTarget;
  /** What the button reports, so that screen reader users can tell the buttons apart. */
  targetLabel: string;
  /** Runs an action that needs a signed-in person. */
  requireSignIn?: (action: () => void) => void;
  className?: string;
};

/** Reports something to the admins. The form loads when it's first opened. */
export function ReportButton({
  target,
  targetLabel,
  requireSignIn = (action) => action(),
  className,
}: ReportButtonProps) {
  const [taps, setTaps] = useState(0);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className={className}
        aria-label={`Report: ${targetLabel}`}
        onClick={() => requireSignIn(() => setTaps((before) => before + 1))}
      >
        <Flag aria-hidden className="size-4" />
        Report
      </Button>
      <LoadOnTap taps={taps} failure="We couldn't load the form.">
        <ReportDialog target={target} taps={taps} />
      </LoadOnTap>
    </>
  );
}
