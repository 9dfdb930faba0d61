// @ts-nocheck
import { LoadingNote } from "../../ui/loading-note.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const PLACES = ["first", "second", "third"];

export function OwnAuctionsSkeleton() {
  return (
    <>
      <LoadingNote>Loading your auctions...</LoadingNote>
      <div aria-hidden className="mt-5 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {PLACES.map((place) => (
          <Skeleton key={place} className="h-96 rounded-lg" />
        ))}
      </div>
    </>
  );
}
