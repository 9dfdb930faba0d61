// @ts-nocheck
import { Skeleton } from "../../ui/skeleton.tsx";

const FIELDS = ["title", "category", "description", "price", "end"];

/** The places of the form's fields while what they need is on its way. */
export function ListingSkeleton() {
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <output className="sr-only">Loading the form</output>
      <Skeleton className="aspect-4/3 w-full rounded-lg" />
      <div className="space-y-6">
        {FIELDS.map((field) => (
          <div key={field} className="space-y-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
