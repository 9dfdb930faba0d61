import type { ReactNode } from "react";

import type { Moderation } from "../../../worker/contract/moderation.ts";
import { paths } from "../../paths.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { ActionButton } from "./action-button.tsx";
import { ModerationSection } from "./moderation-section.tsx";

type RestrictionsProps = Pick<Moderation, "hidden" | "suspended" | "hiddenNames" | "hiddenCategories">;

/** Hidden listings, names and categories, and suspended people, each with the reason and a button to undo that. */
export function Restrictions({ hidden, suspended, hiddenNames, hiddenCategories }: RestrictionsProps) {
  return (
    <>
      <ModerationSection title="Hidden listings">
        {hidden.map(({ listing, reason, at }) => (
          <Restriction
            key={listing._id}
            name={
              <Link to={paths.auction(listing._id)} className="underline-offset-2 hover:underline">
                {listing.title}
              </Link>
            }
            reason={reason}
            at={at}
          >
            <ActionButton action={{ name: "show", auctionId: listing._id }} name={listing.title} />
            {!listing.voided && <ActionButton action={{ name: "void", auctionId: listing._id }} name={listing.title} />}
          </Restriction>
        ))}
      </ModerationSection>
      <ModerationSection title="Suspended people">
        {suspended.map(({ person, reason, at }) => (
          <Restriction key={person._id} name={fullName(person)} reason={reason} at={at}>
            <ActionButton action={{ name: "restore", personId: person._id }} name={fullName(person)} />
          </Restriction>
        ))}
      </ModerationSection>
      <ModerationSection title="Hidden names">
        {hiddenNames.map(({ person, name, reason, at }) => (
          <Restriction key={person._id} name={name} reason={reason} at={at}>
            <ActionButton action={{ name: "showName", personId: person._id }} name={name} />
          </Restriction>
        ))}
      </ModerationSection>
      <ModerationSection title="Hidden categories">
        {hiddenCategories.map(({ category, reason, at }) => (
          <Restriction key={category._id} name={category.name} reason={reason} at={at}>
            <ActionButton action={{ name: "showCategory", categoryId: category._id }} name={category.name} />
          </Restriction>
        ))}
      </ModerationSection>
    </>
  );
}

type RestrictionProps = { name: ReactNode; reason: string; at: string; children: ReactNode };

function Restriction({ name, reason, at, children }: RestrictionProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm break-words text-muted">
          {reason} · since <DateTime iso={at} withTime />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </li>
  );
}
