import { useQuery } from "@tanstack/react-query";

import { relistedQuery } from "../../../api/auction.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { paths } from "../../../paths.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Link } from "../../../ui/link.tsx";
import { useTickedValue } from "../../../ui/ticker.ts";
import { LazyRelistPlan } from "./lazy-relist-plan.tsx";

const LINK_CLASS = "font-medium underline underline-offset-2";

/** Automatic relisting happens within about two minutes of the end. Manual relisting can happen at any time. */
const WAIT_MS = 5 * 60_000;
const POLL_MS = 20_000;

/** Links to the auction that relists this expired auction. Until then, the seller sees the relisting plan. */
export function RelistedAs({ auctionId, endsAt, isSeller }: { auctionId: string; endsAt: number; isSeller: boolean }) {
  const { data: relisted } = useQuery({
    ...relistedQuery(auctionId),
    refetchInterval: ({ state }) => (state.data === null && serverNow() < endsAt + WAIT_MS ? POLL_MS : false),
  });
  const isOverdue = useTickedValue(() => serverNow() >= endsAt + WAIT_MS);
  if (!relisted) {
    return isSeller && relisted === null ? (
      <LazyRelistPlan auctionId={auctionId} hasEnded isOverdue={isOverdue} />
    ) : null;
  }
  return (
    <Alert tone="info">
      Listed again as{" "}
      <Link to={paths.auction(relisted._id)} className={LINK_CLASS}>
        {relisted.title}
      </Link>
    </Alert>
  );
}

/** Links to the previous auction of this item. */
export function RelistOf({ auctionId }: { auctionId: string }) {
  return (
    <p className="text-sm text-muted">
      This item didn't sell in{" "}
      <Link to={paths.auction(auctionId)} className={LINK_CLASS}>
        an earlier auction
      </Link>
    </p>
  );
}
