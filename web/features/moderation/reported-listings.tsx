import { type Moderation, REPORT_REASONS } from "../../../worker/contract/moderation.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { Moment } from "../../ui/moment.tsx";
import { ActButton } from "./act-button.tsx";
import { ModerationSection } from "./moderation-section.tsx";
import { PersonActs } from "./person-acts.tsx";
import { personButton } from "./person-button.tsx";

const labelOf = (reason: string) => REPORT_REASONS.find(({ value }) => value === reason)?.label ?? reason;

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
          <ul className="mt-3 space-y-3 border-l-2 border-line pl-4 text-sm">
            {reports.map(({ reason, text, by, at }) => (
              <li key={by._id}>
                <p className="font-medium">{labelOf(reason)}</p>
                {text !== "" && <p className="break-words whitespace-pre-line">{text}</p>}
                <p className="text-muted">
                  {fullName(by)}, <Moment iso={at} withTime />
                </p>
              </li>
            ))}
          </ul>
          <div className="mt-4 flex flex-wrap gap-3">
            {!listing.hidden && <ActButton act={{ act: "hide", listingId: listing._id }} name={listing.title} />}
            <ActButton act={{ act: "dismiss", listingId: listing._id }} name={listing.title} />
            {!listing.voided && <ActButton act={{ act: "void", listingId: listing._id }} name={listing.title} />}
            <PersonActs person={listing.seller} trigger={personButton("Seller", listing.seller)} />
          </div>
        </li>
      ))}
    </ModerationSection>
  );
}
