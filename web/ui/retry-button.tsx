import type { ButtonSize } from "./button-style.ts";
import { Button } from "./button.tsx";
import type { Refetchable } from "./query-state.ts";
import { Spinner } from "./spinner.tsx";

type RetryButtonProps = { query: Refetchable; size?: ButtonSize; label?: string };

/** A retry button. It isn't disabled during a retry, because it would lose focus. */
export function RetryButton({ query, size = "md", label = "Try again" }: RetryButtonProps) {
  const { isFetching, refetch } = query;
  return (
    <Button variant="secondary" size={size} aria-busy={isFetching} onClick={() => !isFetching && void refetch()}>
      {isFetching && <Spinner />}
      {label}
    </Button>
  );
}
