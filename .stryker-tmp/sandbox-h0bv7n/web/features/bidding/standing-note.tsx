// @ts-nocheck
import { Alert } from "../../ui/alert.tsx";
import type { MyStanding } from "./standing.ts";

const QUIET = {
  visitor: "Log in to bid on this item.",
  watching: "You have not bid on this item.",
} as const;

/**
 * Whether one's own bid leads. It follows from the list of bids with each message, and is never kept apart from it.
 * There is always a line, so that the buttons below stay where they are when the standing changes.
 */
export function StandingNote({ standing }: { standing: Exclude<MyStanding, "seller"> }) {
  switch (standing) {
    case "leading":
      return <Alert tone="success">You are the highest bidder</Alert>;
    case "outbid":
      return <Alert tone="warning">Someone outbid you. Increase your bid to win!</Alert>;
    default:
      return <p className="rounded-md bg-sunken px-4 py-3 text-sm text-muted">{QUIET[standing]}</p>;
  }
}
