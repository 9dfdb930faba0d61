import { Suspense, useEffect } from "react";

import { answerHumanQuestion, useIsHumanQuestionOpen } from "../../api/human-question.ts";
import { FaultBoundary } from "../../ui/fault-boundary.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const HumanCheckDialog = lazyPart(() => import("./human-check-dialog.tsx"));

/** Shows the human check while a refused call waits for it. The page stays below the dialog. */
export function HumanCheck() {
  if (!useIsHumanQuestionOpen()) return null;
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
  useEffect(() => answerHumanQuestion(false), []);
  return null;
}
