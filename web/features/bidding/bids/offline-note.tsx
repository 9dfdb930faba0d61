import { useOnline } from "../../../api/online.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import type { BidMutations } from "./use-bid-mutations.ts";

/** Below the button that was pressed: on a low screen that is outside the part of a dialog that is in view. */
const intoView = (place: HTMLElement | null) => place?.scrollIntoView({ block: "nearest" });

/** The state of a bid that is on its way while the device is offline. */
export function OfflineNote({ bidding: { place, edit, mayCancel, cancel } }: { bidding: BidMutations }) {
  const online = useOnline();
  if (online || !(place.isPending || edit.isPending)) return null;
  return (
    <div ref={intoView} className="pt-3">
      <Alert tone="warning">
        {mayCancel
          ? "You're offline, so we haven't sent your bid. We'll send it once you're online."
          : "You're offline, so your bid may not have arrived. We'll send it again once you're online. It counts once."}
        {mayCancel && (
          <div className="mt-2">
            <Button variant="secondary" size="sm" onClick={cancel}>
              Cancel this bid
            </Button>
          </div>
        )}
      </Alert>
    </div>
  );
}
