// @ts-nocheck
import { Skeleton } from "../../ui/skeleton.tsx";

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** The places of the profile before it arrives. */
export function ProfileSkeleton() {
  return (
    <div aria-hidden>
      <div className="flex items-center gap-6">
        <Skeleton className="size-20 rounded-full" />
        <div className="space-y-2.5">
          <Skeleton className="h-9 w-52" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-36" />
        </div>
      </div>
      <Skeleton className="mt-9 h-10 w-full max-w-sm" />
      <div className="mt-7 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3">
        {PLACES.map((place) => (
          <Skeleton key={place} className="h-23 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
