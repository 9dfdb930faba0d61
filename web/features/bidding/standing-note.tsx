import { useLocation } from "react-router";

import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Link } from "../../ui/link.tsx";
import type { MyStanding } from "./standing.ts";

const NEUTRAL = "rounded-md bg-sunken px-4 py-3 text-sm text-muted";

type StandingNoteProps = {
  standing: Exclude<MyStanding, "seller">;
  /** Whether the leading bid reaches the hidden reserve; null where there is none. */
  reserveMet: boolean | null;
};

/** Says whether the user's bid leads. There is always a line, so that the buttons below keep their place. */
export function StandingNote({ standing, reserveMet }: StandingNoteProps) {
  switch (standing) {
    case "leading":
      if (reserveMet !== false) return <Alert tone="success">You are the highest bidder</Alert>;
      return (
        <Alert tone="info">
          You are the highest bidder
          <span className="block font-normal">The reserve is not met yet: below it nobody wins.</span>
        </Alert>
      );
    case "outbid":
      return <Alert tone="warning">Someone outbid you. Increase your bid to win!</Alert>;
    case "visitor":
      return (
        <p className={NEUTRAL}>
          <LogInLink /> to bid on this item.
        </p>
      );
    case "watching":
      return <p className={NEUTRAL}>You have not bid on this item.</p>;
  }
}

/** The login leads back here. */
function LogInLink() {
  const { pathname, search } = useLocation();
  return (
    <Link
      to={paths.login}
      state={{ from: pathname + search }}
      className="rounded-sm font-medium text-accent underline underline-offset-2"
    >
      Log in
    </Link>
  );
}
