import { useOnline } from "../../../browser/online.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import type { BidMutations } from "./use-bid-mutations.ts";

/** The note is below the tapped button, so on a short screen it may be outside a dialog's visible part. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

/** The state of a bid in progress while the device is offline. */
export function OfflineNote({ bidding: { place, edit, canCancelSending, cancelSending } }: { bidding: BidMutations }) {
  const isOnline = useOnline();
  if (isOnline || !(place.isPending || edit.isPending)) return null;
  return (
    <div ref={scrollIntoView} className="pt-3">
      <Alert tone="warning">
        {canCancelSending
          ? "You're offline, so we haven't sent your bid. We'll send it once you're online."
          : "You're offline, so your bid may not have arrived. We'll send it again once you're online. It counts once."}
        {canCancelSending && (
          <div className="mt-2">
            <Button variant="secondary" size="sm" onClick={cancelSending}>
              Cancel this bid
            </Button>
          </div>
        )}
      </Alert>
    </div>
  );
}
