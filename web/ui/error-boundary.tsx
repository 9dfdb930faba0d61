/**
 * Contains the failure of a part that can't render because its code didn't load or has a bug. The page around it stays,
 * with all input. React logs the error to the console. Code that didn't load is retried once the device is online, and
 * when the key changes.
 */
import { Component, type ReactNode } from "react";

/** A part's code didn't load. `reset` makes the next render load it again. */
export class LoadError extends Error {
  reset?: () => void;
}

type ErrorBoundaryProps = {
  children: ReactNode;
  fallback: ReactNode;
  /** When this changes, the boundary resets. */
  resetKey?: string | undefined;
  /** Called when the part fails. */
  onError?: () => void;
};

type BoundaryState = { failed: boolean; resetKey: string | undefined };

export class ErrorBoundary extends Component<ErrorBoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.();
    if (!(error instanceof LoadError)) return;
    // Reset only now. React keeps rendering the part until the fallback is shown, so an earlier reset would load it
    // endlessly.
    error.reset?.();
    // Does nothing once the boundary is gone.
    addEventListener("online", () => this.setState({ failed: false }), { once: true });
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
