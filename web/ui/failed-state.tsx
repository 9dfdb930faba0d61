import { CloudAlert } from "lucide-react";

import { fetchProblem } from "../api/failure.ts";
import { useLastError } from "../api/query-state.ts";
import { EmptyState } from "./empty-state.tsx";
import { RetryButton } from "./retry-button.tsx";

type FailedStateProps = {
  title: string;
  /** Of the query; null while it tries again. */
  error: Error | null;
  retrying: boolean;
  onRetry: () => void;
};

/** Shown in place of content that could not be fetched: why, and a retry button. */
export function FailedState({ title, error, retrying, onRetry }: FailedStateProps) {
  const reason = useLastError(error);
  return (
    <EmptyState icon={CloudAlert} title={title} text={fetchProblem(reason)}>
      <RetryButton retrying={retrying} onRetry={onRetry} />
    </EmptyState>
  );
}
