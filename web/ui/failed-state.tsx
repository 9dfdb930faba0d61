import { CloudAlert } from "lucide-react";

import { EmptyState } from "./empty-state.tsx";
import { problemText, useLastError } from "./problem.ts";
import type { Refetchable } from "./query-state.ts";
import { RetryButton } from "./retry-button.tsx";

type FailedStateProps = {
  title: string;
  /** Its error is null during a retry. */
  query: Refetchable & { readonly error: Error | null };
};

/** Replaces content that couldn't be fetched. Says why, and has a retry button. */
export function FailedState({ title, query }: FailedStateProps) {
  const reason = useLastError(query.error);
  return (
    <EmptyState icon={CloudAlert} title={title} text={problemText(reason)}>
      <RetryButton query={query} />
    </EmptyState>
  );
}
