import { type ComponentProps, Suspense } from "react";

import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { NearView } from "../../ui/near-view.tsx";

const RatingList = lazyComponent(() => import("./rating-list.tsx"));

/** The ratings on a seller's page. Their code and data load when their place comes near the screen. */
export function LazyRatings(props: ComponentProps<typeof RatingList>) {
  return (
    <NearView>
      <ErrorBoundary fallback={<p className="text-sm text-muted">We couldn't load the ratings.</p>}>
        <Suspense>
          <RatingList {...props} />
        </Suspense>
      </ErrorBoundary>
    </NearView>
  );
}
