/**
 * Contains the failure of a part that cannot be rendered, because its code was not loaded or has a bug: the page around
 * it stays, with all input. React writes the error to the console.
 */
import { Component, type ReactNode } from "react";

type FaultBoundaryProps = {
  children: ReactNode;
  fallback: ReactNode;
  /** The boundary resets when it changes. */
  resetKey?: string;
};

type State = { failed: boolean; resetKey: string | undefined };

export class FaultBoundary extends Component<FaultBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: FaultBoundaryProps, state: State): State | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
