import { lazy, Suspense, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { FaultBoundary } from "../../ui/fault-boundary.tsx";

const ContactDialog = lazy(() => import("./contact-dialog.tsx"));

type ContactButtonProps = {
  auctionId: string;
  title: string;
  label: "Contact Seller" | "Contact buyer";
  size?: "sm";
  className?: string;
};

/** Shows the seller of an auction to its winner, or the buyer to its seller. */
export function ContactButton({ auctionId, title, label, size, className }: ContactButtonProps) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="secondary"
        {...(size && { size })}
        className={className}
        aria-label={`${label}: ${title}`}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {asked && (
        <FaultBoundary fallback={<p className="text-sm text-danger">The address could not be loaded.</p>}>
          <Suspense>
            <ContactDialog auctionId={auctionId} title={title} label={label} open={open} onOpenChange={setOpen} />
          </Suspense>
        </FaultBoundary>
      )}
    </>
  );
}
