import { Suspense, useEffect } from "react";

import { finishHumanCheck, useIsHumanCheckOpen } from "../../api/human-check.ts";
import { FaultBoundary } from "../../ui/fault-boundary.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";

const HumanCheckDialog = lazyComponent(() => import("./human-check-dialog.tsx"));

/** Shows the human check while a refused call waits for it. The page stays below the dialog. */
export function HumanCheck() {
  if (!useIsHumanCheckOpen()) return null;
  return (
    <FaultBoundary fallback={<NoDialog />}>
      <Suspense>
        <HumanCheckDialog />
      </Suspense>
    </FaultBoundary>
  );
}

/** The dialog's code couldn't load, so the person can't pass the check and the call stays refused. */
function NoDialog() {
  useEffect(() => finishHumanCheck(false), []);
  return null;
}
