import { useQuery } from "@tanstack/react-query";

import { fetchCancelledTitle } from "../../api/journal.ts";
import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { ItemTitle } from "./item/item-title.tsx";
import { MissingAuction } from "./missing-auction.tsx";
import { VerifySection } from "./verify/verify-section.tsx";

/** Shown at a URL with no auction. Only a recently canceled auction still has a title and a journal to verify. */
export default function GoneAuction({ auctionId }: { auctionId: string }) {
  const { data: title, isPending } = useQuery({
    queryKey: ["cancelled", auctionId],
    queryFn: ({ signal }) => fetchCancelledTitle(auctionId, signal),
    retry: false,
  });
  usePageTitle(title ?? "");
  if (isPending) return null;
  if (title === null || title === undefined) return <MissingAuction />;
  return (
    <div className="space-y-6">
      <ItemTitle>{title}</ItemTitle>
      <Alert tone="warning">The seller has canceled this auction. All bids are void.</Alert>
      <VerifySection auctionId={auctionId} />
      <LinkButton to={paths.auctions}>Browse Auctions</LinkButton>
    </div>
  );
}
