import { LoadingList } from "../../ui/loading-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const PLACES = ["first", "second", "third"];

export function OwnAuctionsSkeleton() {
  return (
    <LoadingList note="Loading your auctions...">
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {PLACES.map((place) => (
          <Skeleton key={place} className="h-104 rounded-lg" />
        ))}
      </div>
    </LoadingList>
  );
}
