import type { PersonForAdmins } from "../../../../worker/contract/admin.ts";
import { isModerator } from "../../../../worker/contract/people.ts";
import { Badge } from "../../../ui/badge.tsx";
import { buttonClass } from "../../../ui/button-style.ts";
import { DateTime } from "../../../ui/date-time.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { Link } from "../../../ui/link.tsx";
import { ActionButton } from "../action-button.tsx";
import { adminPath } from "./admin-navigation.tsx";
import { SessionsButton } from "./sessions-button.tsx";
import { TrustButton } from "./trust-button.tsx";

/** One person, with the admin actions. */
export function PersonRow({ person }: { person: PersonForAdmins }) {
  const { _id: personId, email, createdAt, suspended, nameHidden, trust, biddingStoppedAt } = person;
  const name = fullName(person);
  const isAdmin = isModerator(person);
  return (
    <li className="items-center justify-between gap-6 p-4 sm:p-5 xl:flex">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 font-medium break-words">{name}</p>
          {isAdmin && <Badge tone="blue">Admin</Badge>}
          {suspended && <Badge tone="red">Suspended</Badge>}
          {biddingStoppedAt !== null && <Badge tone="red">Bidding stopped</Badge>}
          {trust?.level === "new" && <Badge tone="grey">New member</Badge>}
          {nameHidden && <Badge tone="amber">Name hidden</Badge>}
        </div>
        {email !== null && <p className="text-sm break-all">{email}</p>}
        <p className="text-sm break-all text-muted">
          Since <DateTime iso={createdAt} /> · {personId}
        </p>
        {suspended && (
          <p className="mt-1 text-sm break-words text-muted">
            {suspended.reason} · since <DateTime iso={suspended.at} withTime />
          </p>
        )}
        {biddingStoppedAt !== null && (
          <p className="mt-1 text-sm text-muted">
            Too many unpaid deals · since <DateTime iso={biddingStoppedAt} withTime />
          </p>
        )}
      </div>
      <div className="mt-4 flex shrink-0 flex-wrap items-center gap-3 xl:mt-0">
        <SessionsButton personId={personId} name={name} />
        {trust && <TrustButton personId={personId} name={name} trust={trust} />}
        {biddingStoppedAt !== null && <ActionButton action={{ name: "allowBidding", personId }} name={name} />}
        {!isAdmin && <ActionButton action={{ name: suspended ? "restore" : "suspend", personId }} name={name} />}
        {!suspended && <ActionButton action={{ name: isAdmin ? "removeAdmin" : "makeAdmin", personId }} name={name} />}
        <Link to={adminPath("actions", { target: personId })} className={buttonClass("secondary", "sm")}>
          Actions<span className="sr-only"> on {name}</span>
        </Link>
      </div>
    </li>
  );
}
