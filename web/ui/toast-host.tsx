import { Suspense, useEffect } from "react";

import { FaultBoundary } from "./fault-boundary.tsx";
import { lazyPart } from "./lazy-part.tsx";
import { prepareToasts, toastContainerReady, useToastsWanted } from "./toast.ts";

const ToastStack = lazyPart(() => import("./toast-stack.tsx"));

/** The place of toasts: top right, five seconds. */
export function ToastHost() {
  const wanted = useToastsWanted();
  // The first input loads the library, which the first page does not contain.
  useEffect(() => {
    const inputEvents = ["pointerdown", "keydown"];
    for (const inputEvent of inputEvents) addEventListener(inputEvent, prepareToasts, { once: true });
    return () => {
      for (const inputEvent of inputEvents) removeEventListener(inputEvent, prepareToasts);
    };
  }, []);
  return wanted ? (
    <FaultBoundary fallback={null}>
      <Suspense>
        <ToastStack onMounted={toastContainerReady} />
      </Suspense>
    </FaultBoundary>
  ) : null;
}
