import { useLocation } from "react-router";

import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Link } from "../../ui/link.tsx";
import type { MyStanding } from "./standing.ts";

const NEUTRAL = "rounded-md bg-sunken px-4 py-3 text-sm text-muted";

/** Says whether the user's bid leads. There is always a line, so that the buttons below keep their place. */
export function StandingNote({ standing }: { standing: Exclude<MyStanding, "seller"> }) {
  switch (standing) {
    case "leading":
      return <Alert tone="success">You are the highest bidder</Alert>;
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
