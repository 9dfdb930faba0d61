import { Flag } from "lucide-react";
import { useState } from "react";

import { Button } from "../ui/button.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { LoadOnPress } from "../ui/load-on-press.tsx";
import type { Reported } from "./report-dialog.tsx";

const ReportDialog = lazyComponent(() => import("./report-dialog.tsx"));

type ReportButtonProps = {
  reported: Reported;
  /** Names what it reports, so that screen reader users can tell the buttons apart. */
  of: string;
  /** Runs an action that needs a signed-in person. */
  requireSignIn?: (action: () => void) => void;
  className?: string;
};

/** Reports something to the admins. The form loads when it's first opened. */
export function ReportButton({ reported, of, requireSignIn = (action) => action(), className }: ReportButtonProps) {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className={className}
        aria-label={`Report: ${of}`}
        onClick={() => requireSignIn(() => setPresses((before) => before + 1))}
      >
        <Flag aria-hidden className="size-4" />
        Report
      </Button>
      <LoadOnPress presses={presses} failure="We couldn't load the form.">
        <ReportDialog reported={reported} presses={presses} />
      </LoadOnPress>
    </>
  );
}
