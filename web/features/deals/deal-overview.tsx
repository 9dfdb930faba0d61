import { Mail } from "lucide-react";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import { confirmsPayment, hasEnded } from "../../../worker/rules/deal.ts";
import { OTHER_PERSON_ID, paths } from "../../paths.ts";
import { SITE_NAME } from "../../site-name.ts";
import { buttonClass } from "../../ui/button-style.ts";
import { Card } from "../../ui/card.tsx";
import { DealPart, DealTotals, DeliveryDestination } from "../../ui/deals/deal-parts.tsx";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { CopyEmailButton } from "./copy-email-button.tsx";

/** A deal's terms, the other side, and the delivery. */
export function DealOverview({ deal }: { deal: DealDetails }) {
  const { auctionId, side, other, delivery } = deal;
  return (
    <Card className="divide-y divide-line text-sm">
      <DealPart title="Summary">
        <DealTotals {...deal} />
        <div className="mt-3 flex flex-wrap gap-x-5 gap-y-2 font-medium text-accent">
          <Link to={paths.auction(auctionId)} className="underline underline-offset-4">
            View the auction
          </Link>
          {deal.events.some(({ by, type }) => confirmsPayment(by, type)) && (
            <Link to={paths.invoice(deal._id)} className="underline underline-offset-4">
              Invoice and receipt
            </Link>
          )}
        </div>
      </DealPart>
      <DealPart title={side === "buyer" ? "Seller" : "Buyer"} id={OTHER_PERSON_ID}>
        <p className="font-medium break-words">{fullName(other)}</p>
        <Email deal={deal} />
      </DealPart>
      {delivery !== null && (
        <DealPart title="Delivery">
          <DeliveryDestination {...deal} />
        </DealPart>
      )}
    </Card>
  );
}

function Email({ deal: { otherEmail, other, title, state } }: { deal: DealDetails }) {
  if (otherEmail === null) {
    if (hasEnded({ state })) return null;
    return (
      <p className="mt-1 text-muted">
        {state === "offered"
          ? "You see each other's email address once the offer is accepted."
          : `${other.firstName} hasn't confirmed an email address yet. Check back later.`}
      </p>
    );
  }
  return (
    <>
      <p className="mt-1 break-all select-all">{otherEmail}</p>
      <p className="mt-1 text-muted">They can see your name and email address, too.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={mailLink(otherEmail, title)} className={buttonClass("secondary", "sm")}>
          <Mail aria-hidden className="size-4" />
          Send an email
        </a>
        <CopyEmailButton email={otherEmail} />
      </div>
    </>
  );
}

function mailLink(email: string, title: string): string {
  // Keeps the @, because some email apps show %40.
  const to = encodeURIComponent(email).replaceAll("%40", "@");
  return `mailto:${to}?subject=${encodeURIComponent(`${SITE_NAME}: ${title}`)}`;
}
