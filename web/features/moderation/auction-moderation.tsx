import { EyeOff, Gavel, type LucideIcon, ShieldCheck } from "lucide-react";

import type { AuctionView } from "../../api/auction-view.ts";
import { classes } from "../../ui/classes.ts";
import { ActionButton } from "./action-button.tsx";
import { JournalButton } from "./journal-button.tsx";
import { PersonActions } from "./person-actions.tsx";
import { personButton } from "./person-button.tsx";

/** Shown to admins above an auction's page: who can see it, and their actions. */
export default function AuctionModeration({ auction, gone }: Pick<AuctionView, "auction" | "gone">) {
  const { _id: auctionId, title, seller, hidden, voided } = auction;
  const { className, icon: Icon, text } = noteOf(auction);
  return (
    <section aria-label="Moderation" className={classes("border-b border-line", className)}>
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-3 sm:px-6 lg:px-8">
        <div className="flex min-w-0 flex-1 basis-72 gap-3 text-sm">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0">
            <p className="font-medium">{text}</p>
            {hidden && <p className="break-words">Reason for hiding: {hidden.reason}</p>}
            {voided && <p className="break-words">Reason for voiding: {voided.reason}</p>}
          </div>
        </div>
        {(gone === null || gone === "hidden") && (
          <div className="flex flex-wrap gap-2">
            <ActionButton action={{ name: hidden ? "show" : "hide", auctionId }} name={title} />
            {!voided && <ActionButton action={{ name: "void", auctionId }} name={title} />}
            <PersonActions person={seller} trigger={personButton("Seller", seller)} />
            <JournalButton auctionId={auctionId} title={title} />
          </div>
        )}
      </div>
    </section>
  );
}

function noteOf({ hidden, voided }: AuctionView["auction"]): { className: string; icon: LucideIcon; text: string } {
  const text = "Only its seller and admins can see this auction, its bids and its journal.";
  if (hidden) return { className: "bg-warning-soft text-warning", icon: EyeOff, text };
  if (voided)
    return { className: "bg-warning-soft text-warning", icon: Gavel, text: "This auction is voided for good." };
  return { className: "bg-sunken text-muted", icon: ShieldCheck, text: "You're viewing this auction as an admin." };
}
