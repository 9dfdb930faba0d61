import { ShieldCheck } from "lucide-react";

import type { Person } from "../../../worker/contract/catalogue.ts";
import { ALIAS } from "../../../worker/contract/people.ts";
import { fullName } from "../../ui/full-name.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { PersonActs } from "./person-acts.tsx";

/** An admin's menu beside a bid. The account behind a number is not known there. */
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
