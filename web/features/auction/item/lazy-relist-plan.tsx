import { type ComponentProps, Suspense } from "react";

import { ErrorBoundary } from "../../../ui/error-boundary.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import type { RelistPlan } from "./relist-plan.tsx";

/** Loaded only for sellers. */
const LoadedPlan = lazyComponent(async () => ({ default: (await import("./relist-plan.tsx")).RelistPlan }));

/** Whether the seller's auction is relisted automatically. Shown once its code has loaded. */
export function LazyRelistPlan(props: ComponentProps<typeof RelistPlan>) {
  return (
    <ErrorBoundary
      fallback={
        <p className="text-sm text-danger">We couldn't load the relisting plan. We'll try again once you're online.</p>
      }
    >
      <Suspense>
        <LoadedPlan {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
