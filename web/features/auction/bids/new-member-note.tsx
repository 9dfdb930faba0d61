import { useQuery } from "@tanstack/react-query";

import type { OwnTrust } from "../../../../worker/contract/account.ts";
import { describeRefusal } from "../../../../worker/contract/describe-refusal.ts";
import { toMinorOrThrow } from "../../../../worker/rules/money.ts";
import { useSessionUser } from "../../../api/session.ts";
import { trustQuery } from "../../../api/trust.ts";
import { paths } from "../../../paths.ts";
import { classes } from "../../../ui/classes.ts";
import { format } from "../../../ui/format.ts";
import { Link } from "../../../ui/link.tsx";

/** The limits on a new member's bids. Null for everyone else, and until the limits have loaded. */
export function useNewMemberLimits(): OwnTrust {
  const isSignedIn = useSessionUser() !== null;
  const { data = null } = useQuery({ ...trustQuery, enabled: isSignedIn });
  return isSignedIn ? data : null;
}

/** The server's message for a bid above a new member's maximum. */
function aboveLimitText(maximum: number, currency: string): string {
  return describeRefusal({ code: "new_member_amount", maximumMinor: toMinorOrThrow(maximum) }, currency).message;
}

type NewMemberNoteProps = { currency: string; className?: string };

/** Shows a new member's bidding limit, and links to the help on how it changes. */
export function NewMemberNote({ currency, className }: NewMemberNoteProps) {
  const limits = useNewMemberLimits();
  const limit = limits && limitText(limits, currency);
  if (!limit) return null;
  return (
    <p className={classes("text-sm text-muted", className)}>
      {limit}. {/* In a new tab, because an amount may already be typed. */}
      <Link
        to={`${paths.help}#new-members`}
        target="_blank"
        className="rounded-sm whitespace-nowrap text-accent underline underline-offset-4"
      >
        Here's how that changes
      </Link>
    </p>
  );
}

function limitText({ maximum, auctionsPerDay }: NonNullable<OwnTrust>, currency: string): string | null {
  if (maximum !== null) return aboveLimitText(maximum, currency);
  return auctionsPerDay === null
    ? null
    : `New members can start bidding in ${format.plural(auctionsPerDay, "auction")} a day`;
}
