// @ts-nocheck
import type { ReactNode } from "react";

import { ApiFailure } from "../../api/failure.ts";
import { Alert } from "../../ui/alert.tsx";

type SaveFailureProps = { error: Error; headline: string; whenUnanswered?: ReactNode };

/** That saving failed, why if the server said so, and what to do when no answer came. */
export function SaveFailure({ error, headline, whenUnanswered }: SaveFailureProps) {
  const unanswered = !(error instanceof ApiFailure) || error.code === "unreachable" || error.code === "unreadable";
  const told = error instanceof ApiFailure && error.code !== "unreadable" ? error.message : null;
  return (
    <Alert tone="danger">
      <p>{headline}</p>
      {told !== null && told !== headline && <p className="mt-1 font-normal">{told}</p>}
      {unanswered && whenUnanswered && <p className="mt-1 font-normal">{whenUnanswered}</p>}
    </Alert>
  );
}
