import { type ComponentProps, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";

import { returnState } from "../../../return-path.ts";
import { FaultBoundary } from "../../../ui/fault-boundary.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { prepareToasts } from "../../../ui/toast.ts";
import { useLoadedEarly } from "../../../ui/use-loaded-early.ts";
import type { BidDialogs } from "./bid-dialogs.tsx";

const load = () => import("./bid-dialogs.tsx");
const LoadedDialogs = lazyPart(async () => ({ default: (await load()).BidDialogs }));
/** The result of a bid is also said in a toast. */
const loadAll = () => {
  prepareToasts();
  return load();
};

/**
 * The bidding dialogs, whose code is loaded after the page. A press before that opens its dialog once the code is
 * there, and so does a login that a bid has waited for. If the code cannot be loaded, the panel says so, and the next
 * press tries again.
 */
export function OpenedBidDialogs(props: ComponentProps<typeof BidDialogs>) {
  const { open, loaded } = props.dialogs;
  const [wanted, setWanted] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  // They stay mounted after the first opening, so that each can animate its closing.
  const isResumed = returnState(useLocation().state) !== null && !hasFailed;
  if ((open !== null || isResumed) && !wanted) setWanted(true);
  // Visitors open none.
  useLoadedEarly(loadAll, props.screen.userId !== undefined);
  const failed = () => {
    // Loads nothing until the next tap, because a failure on its own would close that tap's dialog.
    setFailed(true);
    setWanted(false);
    loaded(false);
  };
  if (!wanted) return null;
  return (
    <FaultBoundary fallback={<WhenShown run={failed} />}>
      <Suspense fallback={open !== null && <WaitingDialog />}>
        <LoadedDialogs {...props} />
        <WhenShown run={() => loaded(true)} />
      </Suspense>
    </FaultBoundary>
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

function WhenShown({ run }: { run: () => void }) {
  const shown = useEffectEvent(run);
  useEffect(() => shown(), []);
  return null;
}
