import { useQuery } from "@tanstack/react-query";

import type { Person } from "../../../../worker/contract/catalogue.ts";
import { sellerQuery } from "../../../api/sellers.ts";
import { paths } from "../../../paths.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { AverageStars } from "../../../ui/average-stars.tsx";
import { showsSamples } from "../../../ui/fixed-texts.ts";
import { memberSinceText, format } from "../../../ui/format.ts";
import { fullName } from "../../../ui/full-name.ts";
import { isDeleted, SellerLink } from "../../../ui/items/seller-link.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** The item's seller, how long they've been a member, and how much they've sold. Nothing for a deleted account. */
export function SellerBox({ seller }: { seller: Person }) {
  const hasAccount = !isDeleted(seller);
  const { data: sellerProfile } = useQuery({ ...sellerQuery(seller._id), enabled: hasAccount });
  if (!hasAccount) return null;
  return (
    <section aria-labelledby="seller" className="border-t border-line pt-6">
      <h2 id="seller" className="font-display text-xl font-medium">
        Seller
      </h2>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={fullName(seller)} url={seller.image?.url} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <SellerLink seller={seller} className="min-w-0 font-medium" />
            {sellerProfile && !showsSamples() && <AverageStars rated={sellerProfile.rated} />}
          </p>
          {/* The line keeps its height while the numbers load. */}
          <p className="mt-0.5 min-h-5 text-sm text-muted">
            {sellerProfile && `${soldText(sellerProfile.sold)} · ${memberSinceText(sellerProfile.memberSince)}`}
          </p>
        </div>
        <LinkButton to={paths.seller(seller._id)} variant="secondary" size="sm">
          {sellerProfile && sellerProfile.live > 1
            ? `All ${format.number(sellerProfile.live)} live items`
            : "Seller's page"}
        </LinkButton>
      </div>
    </section>
  );
}

function soldText(sold: number): string {
  if (sold === 0) return "Nothing sold yet";
  return sold === 1 ? "1 item sold" : `${format.number(sold)} items sold`;
}
