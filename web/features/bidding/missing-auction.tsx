import { PackageSearch } from "lucide-react";

import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";

/** Shown at an address that has no auction. */
export function MissingAuction() {
  return (
    <EmptyState
      icon={PackageSearch}
      title="This auction does not exist"
      text="It may have been removed by its seller, or the address is incomplete."
    >
      <LinkButton to={paths.auctions}>Browse Auctions</LinkButton>
    </EmptyState>
  );
}
