import { type Moderation, REPORT_REASONS } from "../../../worker/contract/moderation.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { ActionButton } from "./action-button.tsx";
import { ModerationSection } from "./moderation-section.tsx";
import { PersonActions } from "./person-actions.tsx";
import { personButton } from "./person-button.tsx";
import { ReportList } from "./report-list.tsx";

/** The reported listings, oldest report first, with the actions for each. */
export function ReportedListings({ reported }: Pick<Moderation, "reported">) {
  return (
    <ModerationSection title="Open reports">
      {reported.map(({ listing, reports }) => (
        <li key={listing._id} className="p-4 sm:p-5">
          <Link to={paths.auction(listing._id)} className="font-medium break-words underline-offset-2 hover:underline">
            {listing.title}
          </Link>
          <p className="text-sm text-muted">Seller: {fullName(listing.seller)}</p>
          <ReportList reasons={REPORT_REASONS} reports={reports} />
          <div className="mt-4 flex flex-wrap gap-3">
            {!listing.hidden && <ActionButton action={{ name: "hide", auctionId: listing._id }} name={listing.title} />}
            <ActionButton action={{ name: "dismiss", auctionId: listing._id }} name={listing.title} />
            {!listing.voided && <ActionButton action={{ name: "void", auctionId: listing._id }} name={listing.title} />}
            <PersonActions person={listing.seller} trigger={personButton("Seller", listing.seller)} />
          </div>
        </li>
      ))}
    </ModerationSection>
  );
}
