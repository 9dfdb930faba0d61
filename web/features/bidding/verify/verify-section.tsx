import { ShieldCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { FaultBoundary } from "../../../ui/fault-boundary.tsx";

const VerifyDialog = lazy(() => import("./verify-dialog.tsx"));

/** The way to the check of an auction. What checks comes with the first wish for it. */
export function VerifySection({ auctionId }: { auctionId: string }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="verify" className="border-t border-line pt-6">
      <h2 id="verify" className="font-display text-xl font-medium">
        Nothing to take on trust
      </h2>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">
        Every bid is an entry in this auction’s journal, and no entry can be changed unseen. Your browser can check that
        price and winner follow from it.
      </p>
      <Button
        look="secondary"
        className="mt-4"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <ShieldCheck aria-hidden className="size-4" />
        Verify this auction
      </Button>
      {asked && (
        <FaultBoundary fallback={<p className="mt-3 text-sm text-danger">The check could not be loaded.</p>}>
          <Suspense>
            <VerifyDialog auctionId={auctionId} open={open} onClose={() => setOpen(false)} />
          </Suspense>
        </FaultBoundary>
      )}
    </section>
  );
}
