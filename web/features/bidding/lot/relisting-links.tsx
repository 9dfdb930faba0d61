import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { relistedQuery } from "../../../api/auction.ts";
import { paths } from "../../../paths.ts";
import { Alert } from "../../../ui/alert.tsx";

const LINK = "font-medium underline underline-offset-2";

/** To the auction that lists this expired one again, if there is one. */
export function RelistedAs({ auctionId }: { auctionId: string }) {
  const { data: relisted } = useQuery(relistedQuery(auctionId));
  if (!relisted) return null;
  return (
    <Alert tone="info">
      It is listed again:{" "}
      <Link to={paths.auction(relisted._id)} className={LINK}>
        {relisted.title}
      </Link>
    </Alert>
  );
}

/** To the auction in which this item was offered before. */
export function RelistOf({ auctionId }: { auctionId: string }) {
  return (
    <p className="text-sm text-muted">
      This item was offered before and was not sold:{" "}
      <Link to={paths.auction(auctionId)} className={LINK}>
        the earlier auction
      </Link>
    </p>
  );
}
