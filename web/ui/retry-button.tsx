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

/** Tries again. It is not disabled meanwhile: that would take the focus from the person who pressed it. */
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
