import { Skeleton } from "../../ui/skeleton.tsx";

/** A placeholder as large as a won item's card. */
export function WinningSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="h-108 space-y-3 p-5">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="mt-6 h-7 w-1/3" />
        <Skeleton className="mt-6 h-24 w-full" />
      </div>
    </div>
  );
}
