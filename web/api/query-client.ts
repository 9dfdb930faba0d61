/**
 * The cache of what the server told. Two rules of the product live here because they hold for every call: a
 * 'Loading...' toast stands while something is being changed, and a list that cannot be fetched says so in a toast.
 */
import { type Mutation, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { toasts } from "../ui/toast.ts";
import { ApiFailure } from "./failure.ts";
import { queryKeys } from "./query-keys.ts";
import { currentUser, onSessionChange } from "./session.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** The toast when there is nothing to show, for it cannot be fetched. Without it the page alone shows a failure. */
      failureToast?: string;
    };
    mutationMeta: {
      /** No 'Loading...' toast: the page itself shows what runs. */
      quiet?: boolean;
    };
  }
}

const FRESH_MS = 15_000;
const RETRIES = 2;

const dismissals = new WeakMap<Mutation<unknown, unknown>, () => void>();

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return;
      // What is on screen stays there when it cannot be refreshed: the person misses nothing yet.
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
    // What cannot be sent fails now and says so: the library would let it wait for the network, without a word.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: FRESH_MS,
      // A refusal stays a refusal; only what never arrived, or met a busy server, is worth another try.
      retry: (failures, error) => failures < RETRIES && isPassing(error),
    },
  },
});

function isPassing(error: Error): boolean {
  return error instanceof ApiFailure && (error.code === "unreachable" || error.code === "busy");
}

let userId = currentUser()?.id;
onSessionChange((user) => {
  if (user?.id === userId) return;
  userId = user?.id;
  queryClient.removeQueries({ queryKey: queryKeys.own });
});
