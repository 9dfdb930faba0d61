import { Alert } from "../../ui/alert.tsx";
import type { ViewerStanding } from "./standing.ts";

type StandingNoteProps = {
  standing: Exclude<ViewerStanding, "seller" | "visitor">;
  /** Whether the leading bid meets the hidden reserve. Null if there is none. */
  reserveMet: boolean | null;
};

/** Says whether the user's bid leads. There's always a line of text, so that the buttons below stay put. */
export function StandingNote({ standing, reserveMet }: StandingNoteProps) {
  switch (standing) {
    case "leading":
      if (reserveMet !== false) return <Alert tone="success">You are the highest bidder</Alert>;
      return (
        <Alert tone="info">
          You are the highest bidder
          <span className="block font-normal">Reserve not met. The item won't sell below it.</span>
        </Alert>
      );
    case "outbid":
      return <Alert tone="warning">Someone outbid you. Increase your bid to win!</Alert>;
    case "watching":
      return <p className="rounded-md bg-sunken px-4 py-3 text-sm text-muted">You haven't bid on this item.</p>;
  }
}
