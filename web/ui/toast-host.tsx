import { Suspense, useEffect } from "react";

import { useStore } from "../store.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { lazyComponent } from "./lazy-component.tsx";
import { toasts } from "./toast.ts";

const ToastStack = lazyComponent(() => import("./toast-stack.tsx"));

/** Where toasts show: top right, for five seconds. */
export function ToastHost() {
  const isLoaded = useStore(toasts.isLoaded, (isWanted) => isWanted);
  // The library isn't part of the first page. It loads on the first input.
  useEffect(() => {
    const inputEvents = ["pointerdown", "keydown"];
    for (const inputEvent of inputEvents) addEventListener(inputEvent, toasts.prepare, { once: true });
    return () => {
      for (const inputEvent of inputEvents) removeEventListener(inputEvent, toasts.prepare);
    };
  }, []);
  return isLoaded ? (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <ToastStack onMounted={toasts.markContainerMounted} />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
