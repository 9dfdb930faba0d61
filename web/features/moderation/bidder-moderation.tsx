import { ShieldCheck } from "lucide-react";

import type { Person } from "../../../worker/contract/catalogue.ts";
import { ALIAS } from "../../../worker/contract/people.ts";
import { fullName } from "../../ui/full-name.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { PersonActs } from "./person-acts.tsx";

/** An admin's menu beside a bid. Not shown for an alias: the page does not know the account behind it. */
export default function BidderModeration({ bidder }: { bidder: Person }) {
  if (ALIAS.test(bidder._id)) return null;
  return (
    <PersonActs
      person={bidder}
      trigger={
        <IconButton label={`Moderate ${fullName(bidder)}`} className="-my-1.5 -mr-1.5">
          <ShieldCheck aria-hidden className="size-4" />
        </IconButton>
      }
    />
  );
}
