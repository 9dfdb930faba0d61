import { useState } from "react";

import type { ButtonLook } from "../../ui/button-style.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PressedPart } from "../../ui/pressed-part.tsx";

const ContactDialog = lazyPart(() => import("./contact-dialog.tsx"));

type ContactButtonProps = {
  auctionId: string;
  title: string;
  label: "Contact Seller" | "Contact buyer";
  /** On the button, in place of the label. */
  text?: string;
  look?: ButtonLook;
  size?: "sm";
  className?: string;
};

/** Shows the seller of an auction to its winner, or the buyer to its seller. */
export function ContactButton({
  auctionId,
  title,
  label,
  text = label,
  look = "secondary",
  size,
  className,
}: ContactButtonProps) {
  const [presses, setPresses] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look={look}
        {...(size && { size })}
        className={className}
        aria-label={`${text}: ${title}`}
        onClick={() => {
          setPresses(presses + 1);
          setOpen(true);
        }}
      >
        {text}
      </Button>
      <PressedPart presses={presses} failure="The address couldn’t be loaded.">
        <ContactDialog auctionId={auctionId} title={title} label={label} open={open} onOpenChange={setOpen} />
      </PressedPart>
    </>
  );
}
