import { useQuery } from "@tanstack/react-query";

import { joinedQuery } from "../../api/joined.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { classes } from "../../ui/classes.ts";
import { Link } from "../../ui/link.tsx";
import { useTicking } from "../../ui/ticker.ts";
import { groupsOf } from "./joined-stage.ts";

/**
 * In the header: in how many open auctions the person leads and is outbid. Not shown without a bid in an open auction.
 */
export default function BidsChip() {
  const { data = [] } = useQuery(joinedQuery);
  const counts = useTicking(() => {
    const { leading, needsYou } = groupsOf(data, serverNow());
    return `${leading.length} ${needsYou.length}`;
  });
  const [leading = 0, outbid = 0] = counts.split(" ").map(Number);
  if (leading + outbid === 0) return null;
  const parts = [...(leading > 0 ? [`${leading} leading`] : []), ...(outbid > 0 ? [`${outbid} outbid`] : [])];
  return (
    <Link
      to={paths.myBids}
      className="flex h-[36px] shrink-0 items-center gap-[6px] rounded-full border border-line-strong px-[8px] text-sm font-medium tabular-nums transition-colors hover:bg-sunken max-sm:-mx-[4px] max-sm:border-transparent max-sm:px-[4px] max-[22rem]:hidden xl:gap-2 xl:px-3.5"
    >
      <span className="sr-only">My bids: {parts.join(", ")}</span>
      {leading > 0 && <Figure tone="bg-success" count={leading} word="leading" />}
      {outbid > 0 && <Figure tone="bg-danger" count={outbid} word="outbid" />}
    </Link>
  );
}

/** Only the number where the bar has no room for words; the icons differ by shape, too. */
function Figure({ tone, count, word }: { tone: string; count: number; word: "leading" | "outbid" }) {
  return (
    <span aria-hidden className="flex items-center gap-[5px]">
      <span className={classes("size-2", word === "leading" ? "rounded-full" : "rotate-45", tone)} />
      {count}
      <span className="max-xl:hidden">{word}</span>
    </span>
  );
}
