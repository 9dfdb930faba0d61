import { type ComponentProps, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";

import { returnState } from "../../../sign-in-state.ts";
import { ErrorBoundary } from "../../../ui/error-boundary.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toasts } from "../../../ui/toast.ts";
import { usePreload } from "../../../ui/use-preload.ts";
import type { BidDialogs } from "./bid-dialogs.tsx";

const load = () => import("./bid-dialogs.tsx");
const LoadedDialogs = lazyComponent(async () => ({ default: (await load()).BidDialogs }));
/** Includes toasts, because a toast reports the result of a bid. */
const loadAll = () => {
  toasts.prepare();
  return load();
};

/**
 * The bidding dialogs, whose code loads after the page. A tap before that opens its dialog once the code has loaded. So
 * does a sign-in that a bid was waiting for. If the code can't be loaded, the panel shows a note, and the next tap
 * tries again.
 */
export function LazyBidDialogs(props: ComponentProps<typeof BidDialogs>) {
  const { openDialog, setLoaded } = props.dialogs;
  const [isRequested, setRequested] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  // The dialogs stay mounted after the first opening, so that each can animate its closing.
  const isResumed = returnState(useLocation().state) !== null && !hasFailed;
  if ((openDialog !== null || isResumed) && !isRequested) setRequested(true);
  // Visitors can't open a bidding dialog.
  usePreload(loadAll, props.screen.userId !== undefined);
  const handleLoadFailure = () => {
    // Loads nothing until the next tap, because a failure in the background would close that tap's dialog.
    setFailed(true);
    setRequested(false);
    setLoaded(false);
  };
  if (!isRequested) return null;
  return (
    <ErrorBoundary fallback={null} onError={handleLoadFailure}>
      <Suspense fallback={openDialog !== null && <WaitingDialog />}>
        <LoadedDialogs {...props} />
        <RunOnMount run={() => setLoaded(true)} />
      </Suspense>
    </ErrorBoundary>
  );
}

function WaitingDialog() {
  return (
    <div className="scrim fixed inset-0 z-50 flex items-center justify-center bg-scrim">
      <div className="rounded-lg bg-surface p-6 text-muted shadow-overlay">
        <Spinner label="Loading" className="size-6" />
      </div>
    </div>
  );
}

function RunOnMount({ run }: { run: () => void }) {
  const onMount = useEffectEvent(run);
  useEffect(() => onMount(), []);
  return null;
}
