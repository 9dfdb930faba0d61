import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";

import type { Contact } from "../../../worker/contract/contact.ts";
import { contactQuery } from "../../api/contacts.ts";
import { messageOf } from "../../api/failure.ts";
import { SITE_NAME } from "../../site-name.ts";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button-style.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DialogButtons } from "../../ui/dialog.tsx";
import { fullName } from "../../ui/full-name.ts";
import { LayerDialog } from "../../ui/layer-dialog.tsx";
import { LoadingNote } from "../../ui/loading-note.tsx";
import { FinishedSale } from "./finished-sale.tsx";

type ContactDialogProps = {
  auctionId: string;
  title: string;
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The name and the e-mail address of the other person of a sale. */
export default function ContactDialog({ auctionId, title, label, open, onOpenChange }: ContactDialogProps) {
  const { data, error } = useQuery({ ...contactQuery(auctionId), enabled: open });
  return (
    <LayerDialog
      layer="contact"
      open={open}
      onOpenChange={onOpenChange}
      title={label}
      description={
        <span className="break-words">
          About <strong className="font-medium text-ink">{title}</strong>. Agree on payment and delivery.
        </span>
      }
    >
      {error ? (
        <Alert tone="danger">{messageOf(error, "We can't reach the server. Try again in a moment.")}</Alert>
      ) : data ? (
        <>
          <Address contact={data.contact} title={title} />
          <FinishedSale auctionId={auctionId} finished={data.finished} name={data.contact.firstName} />
        </>
      ) : (
        <LoadingNote>Loading the address...</LoadingNote>
      )}
    </LayerDialog>
  );
}

function Address({ contact, title }: { contact: Contact; title: string }) {
  const { email } = contact;
  if (email === null) {
    return (
      <>
        <p className="font-medium">{fullName(contact)}</p>
        <p className="mt-1">{contact.firstName} hasn't confirmed an email address yet. Check back later.</p>
      </>
    );
  }
  return (
    <>
      <p className="font-medium">{fullName(contact)}</p>
      <p className="mt-1 break-all select-all">{email}</p>
      <p className="mt-3 text-sm text-muted">They can see your name and email address, too.</p>
      <DialogButtons>
        <CopyButton text={email} />
        <a href={mailLink(email, title)} className={buttonClass("primary")}>
          <Mail aria-hidden className="size-4" />
          Write an email
        </a>
      </DialogButtons>
    </>
  );
}

function mailLink(email: string, title: string): string {
  // The @ as it is: some mail programs show %40.
  const to = encodeURIComponent(email).replaceAll("%40", "@");
  return `mailto:${to}?subject=${encodeURIComponent(`${SITE_NAME}: ${title}`)}`;
}
