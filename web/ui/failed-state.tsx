import { CloudAlert } from "lucide-react";

import { EmptyState } from "./empty-state.tsx";
import { problemText, useLastError } from "./problem.ts";
import { RetryButton } from "./retry-button.tsx";

type FailedStateProps = {
  title: string;
  /** The query's error; null while it tries again. */
  error: Error | null;
  retrying: boolean;
  onRetry: () => void;
};

/** Shown in place of content that could not be fetched: why, and a retry button. */
export function FailedState({ title, error, retrying, onRetry }: FailedStateProps) {
  const reason = useLastError(error);
  return (
    <EmptyState icon={CloudAlert} title={title} text={problemText(reason)}>
      <RetryButton retrying={retrying} onRetry={onRetry} />
    </EmptyState>
  );
}
