import { Alert } from "../../ui/alert.tsx";
import type { MyStanding } from "./standing.ts";

const NEUTRAL_NOTES = {
  visitor: "Log in to bid on this item.",
  watching: "You have not bid on this item.",
} as const;

/** Says whether the user's bid leads. There is always a line, so that the buttons below keep their place. */
export function StandingNote({ standing }: { standing: Exclude<MyStanding, "seller"> }) {
  switch (standing) {
    case "leading":
      return <Alert tone="success">You are the highest bidder</Alert>;
    case "outbid":
      return <Alert tone="warning">Someone outbid you. Increase your bid to win!</Alert>;
    default:
      return <p className="rounded-md bg-sunken px-4 py-3 text-sm text-muted">{NEUTRAL_NOTES[standing]}</p>;
  }
}
