import { Suspense } from "react";

import { finishHumanCheck, useIsHumanCheckOpen } from "../../api/human-check.ts";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";

const HumanCheckDialog = lazyComponent(() => import("./human-check-dialog.tsx"));

/**
 * Shows the human check while a refused call waits for it. The page stays below the dialog. If the dialog's code can't
 * load, the call stays refused.
 */
export function HumanCheck() {
  if (!useIsHumanCheckOpen()) return null;
  return (
    <ErrorBoundary fallback={null} onError={() => finishHumanCheck(false)}>
      <Suspense>
        <HumanCheckDialog />
      </Suspense>
    </ErrorBoundary>
  );
}
