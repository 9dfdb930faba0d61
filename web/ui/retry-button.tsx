import type { ButtonLook, ButtonSize } from "./button-style.ts";
import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

type RetryButtonProps = {
  retrying: boolean;
  onRetry: () => void;
  look?: ButtonLook;
  size?: ButtonSize;
  label?: string;
};

/** Not disabled while it retries: it would lose the focus. */
export function RetryButton({
  retrying,
  onRetry,
  look = "secondary",
  size = "md",
  label = "Try again",
}: RetryButtonProps) {
  return (
    <Button look={look} size={size} aria-busy={retrying} onClick={() => !retrying && onRetry()}>
      {retrying && <Spinner />}
      {label}
    </Button>
  );
}
