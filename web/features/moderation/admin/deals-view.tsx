import { useInfiniteQuery } from "@tanstack/react-query";
import { Handshake } from "lucide-react";

import {
  ADMIN_DEAL_STATES,
  type AdminDealState,
  type DealForAdmins,
} from "../../../../worker/contract/deal-moderation.ts";
import { dealsForAdminsQuery } from "../../../api/admin.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DateTime } from "../../../ui/date-time.tsx";
import { DEAL_STATE_BADGES } from "../../../ui/deals/deal-events.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { format } from "../../../ui/format.ts";
import { fullName } from "../../../ui/full-name.ts";
import { Price } from "../../../ui/items/price.tsx";
import { Link } from "../../../ui/link.tsx";
import { uniqueItems } from "../../../ui/unique-items.ts";
import { AdminList } from "./admin-list.tsx";
import { useUrlFilter } from "./use-url-filter.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const OPTIONS = ADMIN_DEAL_STATES.map((state) => ({
  value: state,
  label: state === "disputed" ? "Problem reported" : DEAL_STATE_BADGES[state].name,
}));

/** Deals in one state, by default those that wait for an admin's decision. Longest unchanged first. */
export function DealsView() {
  const [params, change] = useUrlFilter();
  const state = ADMIN_DEAL_STATES.find((candidate) => candidate === params.get("state")) ?? "disputed";
  const list = useInfiniteQuery(dealsForAdminsQuery(state));
  const deals = uniqueItems(list.data?.pages.flatMap((page) => page.deals) ?? []);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">Least recently changed first.</p>
        <div className="w-full sm:w-56">
          <Select
            aria-label="Filter deals"
            options={OPTIONS}
            value={state}
            onChange={(value) => change("state", value === "disputed" ? "" : value)}
          />
        </div>
      </div>
      <AdminList
        label="Deals"
        query={list}
        rows={deals.map((deal) => (
          <DealEntry key={deal._id} deal={deal} />
        ))}
        icon={Handshake}
        empty={emptyFor(state)}
      />
    </>
  );
}

function emptyFor(state: AdminDealState) {
  if (state !== "disputed") return { title: "No deals in this state" };
  return { title: "No open problems", text: "Deals appear here when the buyer or seller reports a problem." };
}

function DealEntry({ deal }: { deal: DealForAdmins }) {
  const { _id, title, buyer, seller, price, currency, state, disputedBy, changedAt, dueAt } = deal;
  const { name, tone } = DEAL_STATE_BADGES[state];
  return (
    <li className="gap-6 p-4 sm:flex sm:items-start sm:justify-between sm:p-5">
      <div className="min-w-0">
        <Link to={paths.adminDeal(_id)} className="font-medium break-words underline-offset-2 hover:underline">
          {title}
        </Link>
        <p className="mt-0.5 text-sm break-words text-muted">
          Buyer: {fullName(buyer)}. Seller: {fullName(seller)}.
        </p>
        <p className="mt-0.5 text-sm">
          Unchanged for {ageText(serverNow() - Date.parse(changedAt))}
          {dueAt !== null && (
            <>
              {" "}
              · due <DateTime iso={dueAt} withTime />
            </>
          )}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{name}</Badge>
          {disputedBy !== null && (
            <Badge tone="red">Problem reported by {disputedBy === "buyer" ? "the buyer" : "the seller"}</Badge>
          )}
        </p>
      </div>
      <Price amount={price} currency={currency} className="mt-2 block shrink-0 font-semibold sm:mt-0" />
    </li>
  );
}

function ageText(ms: number): string {
  if (ms < HOUR_MS) return "less than an hour";
  if (ms < 2 * DAY_MS) return format.plural(Math.floor(ms / HOUR_MS), "hour");
  return format.plural(Math.floor(ms / DAY_MS), "day");
}
