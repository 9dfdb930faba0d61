import { useQuery } from "@tanstack/react-query";
import { UserRoundX } from "lucide-react";
import { useParams, useSearchParams } from "react-router";

import type { Rating } from "../../worker/contract/rating.ts";
import type { Seller } from "../../worker/contract/seller.ts";
import { ApiFailure } from "../api/failure.ts";
import { sellerQuery } from "../api/sellers.ts";
import { useSessionUser } from "../api/session.ts";
import { SELLER_LISTS, type SellerListName, SellerItems } from "../features/browse/seller-items.tsx";
import { LazyRatings } from "../features/ratings/lazy-ratings.tsx";
import { SellerHeader } from "../features/seller/seller-header.tsx";
import WatchButton from "../features/watching/watch-button.tsx";
import { paths } from "../paths.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { format } from "../ui/format.ts";
import { fullName } from "../ui/full-name.ts";
import { optionalComponent } from "../ui/lazy-component.tsx";
import { Link } from "../ui/link.tsx";
import { useLastError } from "../ui/problem.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { useLoginRedirect } from "../ui/use-login-redirect.ts";
import { usePageTitle } from "../ui/use-page-title.ts";

/** Only admins load this. */
const RatingActions = optionalComponent(
  async () => (await import("../features/moderation/rating-actions.tsx")).default,
);

const LISTS = ["Live", "Upcoming", "Sold"] as const satisfies readonly SellerListName[];

export default function SellerPage() {
  const { sellerId = "" } = useParams();
  const query = useQuery(sellerQuery(sellerId));
  const { data: seller } = query;
  const lastError = useLastError(query.error);
  usePageTitle(seller && fullName(seller));
  return (
    <div className="mx-auto max-w-7xl px-4 pt-4 pb-16 sm:px-6">
      <Breadcrumb
        links={[{ to: paths.auctions, label: "All Auctions" }]}
        current={seller ? fullName(seller) : "A seller"}
      />
      <div className="mt-6">
        {seller && <Lists key={sellerId} seller={seller} />}
        {!seller && !lastError && <HeaderSkeleton />}
        {!seller && lastError && (
          <>
            <h1 className="sr-only">Seller</h1>
            {lastError instanceof ApiFailure &&
            (lastError.code === "not_found" || lastError.code === "invalid_input") ? (
              <EmptyState
                icon={UserRoundX}
                title="This seller doesn't exist"
                text="They may have closed their account or have nothing listed, or the link is incomplete."
                link={{ to: paths.auctions, label: "Browse Auctions" }}
              />
            ) : (
              <FailedState title="We couldn't load this seller" query={query} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

function Lists({ seller }: { seller: Seller }) {
  const [params] = useSearchParams();
  const [user, goToLogin] = [useSessionUser(), useLoginRedirect()];
  const counts = { Live: seller.live, Upcoming: seller.upcoming, Sold: seller.sold };
  const requestedList = params.get("show")?.toLowerCase();
  const shown =
    LISTS.find((name) => name.toLowerCase() === requestedList) ?? LISTS.find((name) => counts[name] > 0) ?? "Live";
  return (
    <>
      <SellerHeader seller={seller} />
      <nav aria-label="This seller's items" className="mt-8 flex flex-wrap gap-2">
        {LISTS.map((name) => (
          <Link
            key={name}
            to={`?show=${name}`}
            replace
            aria-current={name === shown ? "page" : undefined}
            className="inline-flex h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-medium transition-colors hover:border-line-strong aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
          >
            {SELLER_LISTS[name].label}
            <span className="text-muted tabular-nums">{format.number(counts[name])}</span>
          </Link>
        ))}
      </nav>
      <h2 className="sr-only">{SELLER_LISTS[shown].label}</h2>
      <div className="mt-6">
        <SellerItems sellerId={seller._id} status={shown} Action={WatchButton} />
      </div>
      {seller.rated.count > 0 && (
        <div className="mt-12 border-t border-line pt-8">
          <LazyRatings
            sellerId={seller._id}
            sellerName={seller.firstName}
            requireSignIn={(action) => (user ? action() : goToLogin())}
            actionsFor={user?.isAdmin ? actionsOnRating : undefined}
          />
        </div>
      )}
    </>
  );
}

function actionsOnRating(rating: Rating) {
  return <RatingActions rating={rating} />;
}

function HeaderSkeleton() {
  return (
    <>
      <output className="sr-only">Loading the seller</output>
      <div className="flex items-center gap-6">
        <Skeleton className="size-20 rounded-full" />
        <div className="space-y-3">
          <Skeleton className="h-9 w-52" />
          <Skeleton className="h-4 w-36" />
        </div>
      </div>
    </>
  );
}
