import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useSessionUser } from "../../api/session.ts";
import { setWatching, watchlistQuery } from "../../api/watchlist.ts";
import { HeartButton } from "../../ui/heart-button.tsx";
import { toasts } from "../../ui/toast.ts";
import { useLoginRedirect } from "../../ui/use-login-redirect.ts";

type WatchButtonProps = { auction: Pick<Auction, "_id" | "title"> };

/** Puts a lot on the person's watchlist or takes it off, at once: a call that fails puts it back and says so. */
export default function WatchButton({ auction: { _id, title } }: WatchButtonProps) {
  const user = useSessionUser();
  const logIn = useLoginRedirect();
  const client = useQueryClient();
  const { data: watching = false } = useQuery({
    ...watchlistQuery,
    enabled: user !== null,
    select: (watched) => watched.some((auction) => auction._id === _id),
  });
  const change = useMutation({
    mutationFn: (next: boolean) => setWatching(_id, next),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.watchlist }),
        client.invalidateQueries({ queryKey: queryKeys.profile }),
        client.invalidateQueries({ queryKey: queryKeys.watchers(_id) }),
      ]),
    onError: () => toasts.error("Failed to change your watchlist"),
  });
  const shown = change.isPending ? change.variables : watching;
  return (
    <HeartButton
      title={title}
      watching={user !== null && shown}
      onPress={() => {
        if (!user) logIn();
        else if (!change.isPending) change.mutate(!watching);
      }}
    />
  );
}
