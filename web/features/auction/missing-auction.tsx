import { PackageSearch } from "lucide-react";
import { useEffect } from "react";

import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { toasts } from "../../ui/toast.ts";

export const DETAILS_NOT_FETCHED = "Cannot fetch Auction Details";

/** Shown at a URL with no auction. */
export function MissingAuction() {
  useEffect(() => toasts.error(DETAILS_NOT_FETCHED), []);
  return (
    <>
      <h1 className="sr-only">Auction</h1>
      <EmptyState
        icon={PackageSearch}
        title="This auction doesn't exist"
        text="The seller may have removed it, or the link is incomplete."
        link={{ to: paths.auctions, label: "Browse Auctions" }}
      />
    </>
  );
}
