import { type ComponentProps, lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";

import { returnState } from "../../../return-path.ts";
import { FaultBoundary } from "../../../ui/fault-boundary.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toasts } from "../../../ui/toast.ts";
import { useFirstGesture } from "../../../ui/use-first-gesture.ts";
import type { BidDialogs } from "./bid-dialogs.tsx";

const load = () => import("./bid-dialogs.tsx");
const LoadedDialogs = lazy(async () => ({ default: (await load()).BidDialogs }));

/**
 * The bidding dialogs, whose code is loaded after the page. A press before that opens its dialog once the code is
 * there, and so does a login that a bid has waited for.
 */
export function OpenedBidDialogs(props: ComponentProps<typeof BidDialogs>) {
  const { open, close } = props.dialogs;
  const [wanted, setWanted] = useState(false);
  // They stay mounted after the first opening, so that each can animate its closing.
  const isResumed = returnState(useLocation().state) !== null;
  if ((open !== null || isResumed) && !wanted) setWanted(true);
  useFirstGesture(load);
  if (!wanted) return null;
  return (
    <FaultBoundary resetKey={String(open !== null)} fallback={<WithoutDialogs onShown={close} />}>
      <Suspense fallback={open !== null && <WaitingDialog />}>
        <LoadedDialogs {...props} />
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

/** The code of the dialogs was not loaded. */
function WithoutDialogs({ onShown }: { onShown: () => void }) {
  const leave = useEffectEvent(() => {
    toasts.error("This cannot be opened right now. Reload the page and try again");
    onShown();
  });
  useEffect(() => leave(), []);
  return null;
}
