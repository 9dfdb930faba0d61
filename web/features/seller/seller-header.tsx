import { CalendarDays } from "lucide-react";

import type { Seller } from "../../../worker/contract/seller.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { memberSinceText } from "../../ui/format.ts";
import { fullName } from "../../ui/full-name.ts";
import { ratedText } from "../../ui/rated-text.ts";

export function SellerHeader({ seller }: { seller: Seller }) {
  const rated = ratedText(seller.rated);
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar name={fullName(seller)} url={seller.image?.url} size="lg" />
      <div className="min-w-0 flex-1 basis-52">
        <h1 className="font-display text-2xl font-medium tracking-tight break-words sm:text-3xl">{fullName(seller)}</h1>
        <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          <p className="flex items-center gap-1.5">
            <CalendarDays aria-hidden className="size-4" strokeWidth={1.75} />
            {memberSinceText(seller.memberSince)}
          </p>
          {rated !== null && (
            <p className="flex items-center gap-1.5">
              <span aria-hidden className="text-accent">
                ★
              </span>
              {rated}
            </p>
          )}
        </div>
      </div>
    </header>
  );
}
