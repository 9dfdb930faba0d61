import { paths } from "../../../paths.ts";
import { classes } from "../../../ui/classes.ts";
import { Link } from "../../../ui/link.tsx";

/** To the part of the help page about what binds; in a new tab, because a dialog would lose what was typed. */
export function BidMeaningLink({ className }: { className?: string }) {
  return (
    <Link
      to={`${paths.help}#what-a-bid-means`}
      target="_blank"
      className={classes("rounded-sm font-medium text-accent underline underline-offset-2", className)}
    >
      What a bid means<span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}
