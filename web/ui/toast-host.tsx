import { Suspense, useEffect } from "react";

import { FaultBoundary } from "./fault-boundary.tsx";
import { lazyComponent } from "./lazy-component.tsx";
import { prepareToasts, toastContainerReady, useNeedsToastHost } from "./toast.ts";

const ToastStack = lazyComponent(() => import("./toast-stack.tsx"));

/** Where toasts show: top right, for five seconds. */
export function ToastHost() {
  const wanted = useNeedsToastHost();
  // The library isn't part of the first page. It loads on the first input.
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
