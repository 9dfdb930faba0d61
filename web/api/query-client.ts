/**
 * The cache of server data. Three product rules are here because they hold for every call. Every change shows a
 * 'Loading...' toast unless it's `quiet`. A first fetch that fails shows its `failureToast`. Invalidated data is
 * refetched, even if its first fetch is still running.
 */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Mutation,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

import { toasts } from "../ui/toast.ts";
import type { AuctionView } from "./auction-view.ts";
import { ApiFailure } from "./failure.ts";
import { queryKeys } from "./query-keys.ts";
import { serverClock } from "./server-clock.ts";
import { onSessionChange } from "./session.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** The toast when the first fetch fails. Without it, only the page shows the failure. */
      failureToast?: string;
    };
    mutationMeta: {
      /** No 'Loading...' toast, because the page shows the progress. */
      quiet?: boolean;
    };
  }
}

const STALE_TIME_MS = 15_000;
const MAX_RETRIES = 2;

// Kept outside the cache, because a `Mutation` has no field for a dismissal.
const dismissals = new WeakMap<Mutation<unknown, unknown>, () => void>();

class AppQueryClient extends QueryClient {
  /**
   * The library waits for a first fetch in progress, although its response may predate the change. This restarts such a
   * fetch, as the library does with later ones.
   */
  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const onScreen = this.getQueryCache().findAll({ ...filters, type: "active", fetchStatus: "fetching" });
    for (const query of onScreen) if (query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** The page's cache, which follows the session. Make only one per document. */
export function createClient(): QueryClient {
  const client = new AppQueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (error instanceof ApiFailure && error.code === "not_signed_in") return;
        // Data on screen stays there if a refresh fails, so there's nothing to report yet.
        if (query.state.data !== undefined) return;
        const message = query.meta?.failureToast;
        if (message) toasts.error(message);
      },
    }),
    mutationCache: new MutationCache({
      onMutate(_variables, mutation) {
        if (!mutation.meta?.quiet) dismissals.set(mutation, toasts.loading());
      },
      onSettled(_data, _error, _variables, _context, mutation) {
        dismissals.get(mutation)?.();
      },
    }),
    defaultOptions: {
      // A change that can't be sent fails right away. By default the library silently waits for the network.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: STALE_TIME_MS,
        // A refusal would come back the same. Only a lost request or a busy server is worth a retry.
        retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
      },
    },
  });

  // The library measures age by the device's clock. If someone sets it back an hour, old data counts as fresh for an
  // hour.
  serverClock.onJump = () => void client.invalidateQueries();

  onSessionChange((user, before) => {
    if (user?.id === before?.id) return;
    client.removeQueries({ queryKey: queryKeys.own });
    // A hidden listing was fetched for the previous user, who could see it. If it's on screen, refetch it.
    for (const [queryKey, view] of client.getQueriesData<AuctionView>({ queryKey: queryKeys.singleAuctions })) {
      if (view?.auction.hidden) void client.resetQueries({ queryKey });
    }
  });

  return client;
}

function isTransient(error: Error): boolean {
  return error instanceof ApiFailure && (error.code === "unreachable" || error.code === "busy");
}
