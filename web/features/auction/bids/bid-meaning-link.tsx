import { paths } from "../../../paths.ts";

/** Links to the help section on what a bid means. Opens a new tab, so that the typed text isn't lost. */
export function BidMeaningLink() {
  return (
    <a
      href={`${paths.help}#what-a-bid-means`}
      target="_blank"
      rel="noreferrer"
      className="rounded-sm font-medium whitespace-nowrap text-accent underline underline-offset-2"
    >
      What a bid means<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
