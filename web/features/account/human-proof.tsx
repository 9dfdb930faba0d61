import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";

import { answerHumanQuestion, isHumanQuestionOpen, onHumanQuestion } from "../../api/human-question.ts";
import { FaultBoundary } from "../../ui/fault-boundary.tsx";

const HumanProofDialog = lazy(() => import("./human-proof-dialog.tsx"));

/** Asks for a proof of being human while a refused call waits for one, over whatever is on the screen, which stays. */
export function HumanProof() {
  const isOpen = useSyncExternalStore(onHumanQuestion, isHumanQuestionOpen);
  if (!isOpen) return null;
  return (
    <FaultBoundary fallback={<NoDialog />}>
      <Suspense>
        <HumanProofDialog />
      </Suspense>
    </FaultBoundary>
  );
}

/** Its code could not be loaded, so nobody can answer: the call is refused as it was. */
function NoDialog() {
  useEffect(() => answerHumanQuestion(false), []);
  return null;
}
