import { useQuery } from "@tanstack/react-query";

import { joinedQuery } from "../../api/joined.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { classes } from "../../ui/classes.ts";
import { format } from "../../ui/format.ts";
import { Link } from "../../ui/link.tsx";
import { useTickedValue } from "../../ui/ticker.ts";
import { groupsOf } from "./joined-stage.ts";

/**
 * In the header: how many open auctions the person is outbid in, because those need attention. If none, how many they
 * lead. Hidden if they have no bid in an open auction.
 */
export default function BidsChip() {
  const { data = [] } = useQuery(joinedQuery);
  const text = useTickedValue(() => {
    const { leading, needsYou } = groupsOf(data, serverNow());
    if (needsYou.length > 0) return `${format.number(needsYou.length)} outbid`;
    return leading.length > 0 ? `${format.number(leading.length)} leading` : "";
  });
  if (text === "") return null;
  return (
    <Link
      to={paths.myBids}
      className="flex h-[36px] shrink-0 items-center gap-[6px] rounded-full border border-line-strong px-[8px] text-sm font-medium whitespace-nowrap tabular-nums transition-colors hover:bg-sunken max-sm:-mx-[4px] max-sm:border-transparent max-sm:px-[4px] max-[22rem]:hidden xl:gap-2 xl:px-3.5"
    >
      {/* The icons differ in shape, not only in color. */}
      <span
        aria-hidden
        className={classes("size-2", text.endsWith("outbid") ? "rotate-45 bg-danger" : "rounded-full bg-success")}
      />
      <span className="sr-only">My bids: </span>
      {text}
    </Link>
  );
}
