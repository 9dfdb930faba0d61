// @ts-nocheck
import { lazy, Suspense } from "react";

import { useToastsWanted } from "./toast.ts";

const ToastStack = lazy(() => import("./toast-stack.tsx"));

/** Where toasts appear: top right, five seconds. */
export function ToastHost() {
  const wanted = useToastsWanted();
  return wanted ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null;
}
