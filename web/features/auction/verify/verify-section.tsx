import { ShieldCheck } from "lucide-react";
import { useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { LoadOnTap } from "../../../ui/load-on-tap.tsx";

const VerifyDialog = lazyComponent(() => import("./verify-dialog.tsx"));

/** Opens the dialog that checks an auction. Its code loads when it's first opened. */
export function VerifySection({ auctionId }: { auctionId: string }) {
  const [taps, setTaps] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="verify" className="border-t border-line pt-6">
      <h2 id="verify" className="font-display text-xl font-medium">
        Verify it yourself
      </h2>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">
        Every bid is an entry in this auction's journal, and any change to an entry shows. Your browser can check that
        the price and winner are right.
      </p>
      <Button
        variant="secondary"
        className="mt-4"
        onClick={() => {
          setTaps(taps + 1);
          setOpen(true);
        }}
      >
        <ShieldCheck aria-hidden className="size-4" />
        Verify this auction
      </Button>
      <LoadOnTap taps={taps} failure="We couldn't load the verification.">
        <VerifyDialog auctionId={auctionId} open={open} onClose={() => setOpen(false)} />
      </LoadOnTap>
    </section>
  );
}
