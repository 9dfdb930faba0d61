/**
 * Where the loss of a part ends that cannot be drawn, because its code did not come or has a mistake: the rest of the
 * page stays, with all that was typed. React writes the error to the console.
 */
import { Component, type ReactNode } from "react";

type FaultBoundaryProps = {
  children: ReactNode;
  fallback: ReactNode;
  /** At another place it starts anew. */
  place?: string;
};

type State = { failed: boolean; place: string | undefined };

export class FaultBoundary extends Component<FaultBoundaryProps, State> {
  override state: State = { failed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: FaultBoundaryProps, state: State): State | null {
    return place === state.place ? null : { failed: false, place };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
