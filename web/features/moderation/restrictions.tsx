import { Link } from "react-router";

import type { Moderation } from "../../../worker/contract/moderation.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../../ui/full-name.ts";
import { Moment } from "../../ui/moment.tsx";
import { ActButton } from "./act-button.tsx";
import { ModerationSection } from "./moderation-section.tsx";

/** Hidden listings and suspended people, with the reason and the button that lifts it. */
export function Restrictions({ hidden, suspended }: Pick<Moderation, "hidden" | "suspended">) {
  return (
    <>
      <ModerationSection title="Hidden listings" count={hidden.length} empty="No listing is hidden.">
        {hidden.map(({ listing, reason, at }) => (
          <li key={listing._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
            <div className="min-w-0">
              <Link
                to={paths.auction(listing._id)}
                className="font-medium break-words underline-offset-2 hover:underline"
              >
                {listing.title}
              </Link>
              <Reason reason={reason} at={at} />
            </div>
            <ActButton act={{ act: "show", listingId: listing._id }} name={listing.title} />
          </li>
        ))}
      </ModerationSection>
      <ModerationSection title="Suspended people" count={suspended.length} empty="Nobody is suspended.">
        {suspended.map(({ person, reason, at }) => (
          <li key={person._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
            <div className="min-w-0">
              <p className="font-medium">{fullName(person)}</p>
              <Reason reason={reason} at={at} />
            </div>
            <ActButton act={{ act: "restore", personId: person._id }} name={fullName(person)} />
          </li>
        ))}
      </ModerationSection>
    </>
  );
}

function Reason({ reason, at }: { reason: string; at: string }) {
  return (
    <p className="text-sm break-words text-muted">
      {reason} · since <Moment iso={at} withTime />
    </p>
  );
}
