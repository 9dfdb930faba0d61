import { useQuery } from "@tanstack/react-query";

import { hasFailed } from "../../api/query-state.ts";
import { serverNow } from "../../api/server-clock.ts";
import { settingsQuery } from "../../api/settings.ts";
import type { ListingRules } from "./listing-schema.ts";

type Known = { rules: ListingRules; maxImageBytes: number };
type Limits = { known: Known | null; failed: boolean; retrying: boolean; retry: () => void };

/** What this deployment allows a listing to be; null until the settings are there. */
export function useListingRules(): Limits {
  const query = useQuery(settingsQuery);
  const { data: settings, isFetching, refetch } = query;
  const known = settings && {
    rules: {
      currency: settings.currency,
      minStartingPrice: settings.minStartingPrice,
      leadMs: settings.minAuctionSeconds * 1_000,
      now: serverNow,
    },
    maxImageBytes: settings.maxImageBytes,
  };
  return { known: known ?? null, failed: hasFailed(query), retrying: isFetching, retry: () => void refetch() };
}
