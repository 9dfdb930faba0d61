import { lazy, Suspense, useEffect } from "react";

import { FaultBoundary } from "./fault-boundary.tsx";
import { prepareToasts, useToastsWanted } from "./toast.ts";

const ToastStack = lazy(() => import("./toast-stack.tsx"));

/** Where toasts appear: top right, five seconds. */
export function ToastHost() {
  const wanted = useToastsWanted();
  // Before a person has done anything there is nothing to tell, and the first page does not carry the library.
  useEffect(() => {
    const gestures = ["pointerdown", "keydown"];
    for (const gesture of gestures) addEventListener(gesture, prepareToasts, { once: true });
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, prepareToasts);
    };
  }, []);
  return wanted ? (
    <FaultBoundary fallback={null}>
      <Suspense>
        <ToastStack />
      </Suspense>
    </FaultBoundary>
  ) : null;
}
