import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useSessionUser } from "../../api/session.ts";
import { consumeWatchAfterLogin, saveWatchAfterLogin } from "../../api/watch-after-login.ts";
import { setWatching, watchlistQuery } from "../../api/watchlist.ts";
import { HeartButton } from "../../ui/items/heart-button.tsx";
import { toasts } from "../../ui/toast.ts";
import { useLoginRedirect } from "../../ui/use-login-redirect.ts";

type WatchButtonProps = { auction: ListedAuction };

/** `showsToast` confirms the change with a toast, because the person tapped the heart before signing in. */
type WatchChange = { readonly shouldWatch: boolean; readonly showsToast?: true };

/**
 * Adds an item to the watchlist or removes it, right away. If the call fails, it's undone with a message. A visitor
 * signs in first, and then the item is added.
 */
export default function WatchButton({ auction }: WatchButtonProps) {
  const { _id, title } = auction;
  const user = useSessionUser();
  const goToLogin = useLoginRedirect();
  const client = useQueryClient();
  const { data: isWatching = false } = useQuery({
    ...watchlistQuery,
    enabled: user !== null,
    select: (watched) => watched.some(({ _id: id }) => id === _id),
  });
  const change = useMutation({
    mutationFn: ({ shouldWatch }: WatchChange) => setWatching(_id, shouldWatch),
    onSuccess(_answer, { shouldWatch, showsToast }) {
      client.setQueryData(
        watchlistQuery.queryKey,
        (watched) => watched && [...(shouldWatch ? [auction] : []), ...watched.filter(({ _id: id }) => id !== _id)],
      );
      if (showsToast) toasts.success(`You're watching “${title}”`, `watch ${_id}`);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.watchlist }),
        client.invalidateQueries({ queryKey: queryKeys.profile }),
        client.invalidateQueries({ queryKey: queryKeys.watchers(_id) }),
      ]),
    onError: () => toasts.error("We couldn't change your watchlist. Try again.", `watch ${_id}`),
  });
  const { mutate } = change;
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined && consumeWatchAfterLogin(_id)) mutate({ shouldWatch: true, showsToast: true });
  }, [userId, _id, mutate]);
  const showsWatching = change.isPending ? change.variables.shouldWatch : isWatching;
  return (
    <HeartButton
      title={title}
      isWatching={user !== null && showsWatching}
      onPress={() => {
        if (!user) {
          saveWatchAfterLogin(_id);
          goToLogin();
        } else if (!change.isPending) mutate({ shouldWatch: !isWatching });
      }}
    />
  );
}
