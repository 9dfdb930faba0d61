import { useMutation, useQueryClient } from "@tanstack/react-query";

import { type ModerationAction, moderate } from "../../api/moderation.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { toasts } from "../../ui/toast.ts";
import { ACTS } from "./acts.ts";

type Act = { readonly action: ModerationAction; readonly reason: string };

/** Everything that an act may change on screen: what admins see, auctions, lists and categories. */
const CHANGED = [
  queryKeys.moderation,
  queryKeys.desk,
  queryKeys.allAuctions,
  queryKeys.auctionLists,
  queryKeys.categories,
];

/** Does an admin's act, says so, and fetches again what it may have changed. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, reason }: Act) => moderate(action, reason),
    onSuccess: (_, { action }) => {
      toasts.success(ACTS[action.act].done);
      for (const queryKey of CHANGED) void client.invalidateQueries({ queryKey });
    },
  });
}
