import { CloudAlert } from "lucide-react";

import { EmptyState } from "./empty-state.tsx";
import { RetryButton } from "./retry-button.tsx";

type FailedStateProps = { title: string; text?: string; retrying: boolean; onRetry: () => void };

/** Shown in place of content that could not be fetched, with a retry button. */
export function FailedState({ title, text, retrying, onRetry }: FailedStateProps) {
  return (
    <EmptyState icon={CloudAlert} title={title} text={text ?? "Check your connection and try again."}>
      <RetryButton retrying={retrying} onRetry={onRetry} />
    </EmptyState>
  );
}
