// @ts-nocheck
import { Skeleton } from "../../ui/skeleton.tsx";
import { AuctionLayout } from "./auction-layout.tsx";

/** The page in blocks of the sizes that its parts will have. */
export function AuctionSkeleton() {
  return (
    <div>
      <output className="sr-only">Loading the auction</output>
      <AuctionLayout
        picture={<Skeleton className="aspect-[3/2] w-full rounded-lg" />}
        heading={
          <>
            <Skeleton className="h-5 w-24" />
            <Skeleton className="mt-2 h-8 w-full" />
            <Skeleton className="mt-3 h-8 w-64" />
          </>
        }
        panel={<Skeleton className="h-[20.75rem] shrink-0 rounded-lg" />}
        bids={<Skeleton className="h-64 rounded-lg" />}
        details={
          <>
            <Skeleton className="h-8 w-48" />
            <Skeleton className="mt-6 h-5 w-full max-w-xl" />
            <Skeleton className="mt-10 h-40 w-full" />
          </>
        }
      />
    </div>
  );
}
