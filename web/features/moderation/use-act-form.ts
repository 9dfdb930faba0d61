import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";

import { type ModerationAction, moderate } from "../../api/moderation.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { ContractFormOptions } from "../../api/use-contract-form.ts";
import { type DialogForm, useDialogForm } from "../../api/use-dialog-form.ts";
import { toasts } from "../../ui/toast.ts";
import { ACTS } from "./acts.ts";

type Act = { readonly action: ModerationAction; readonly reason: string };

type ActFormOptions<Input extends FieldValues, Output> = Pick<
  ContractFormOptions<Input, Output>,
  "initial" | "byCode"
> & {
  actionOf: (input: Output) => ModerationAction;
};

/** Everything that an act may change on screen: what admins see, auctions, lists and categories. */
const CHANGED = [
  queryKeys.moderation,
  queryKeys.desk,
  queryKeys.allAuctions,
  queryKeys.auctionLists,
  queryKeys.categories,
];

/** The form of an `ActDialog`: does an admin's act, says so, and fetches again what it may have changed. */
export function useActForm<Input extends FieldValues, Output extends { reason: string }>(
  schema: z.ZodType<Output, Input>,
  { actionOf, ...options }: ActFormOptions<Input, Output>,
): DialogForm<Input, Output> {
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: ({ action, reason }: Act) => moderate(action, reason),
    onSuccess: (_, { action }) => {
      toasts.success(ACTS[action.act].done);
      for (const queryKey of CHANGED) void client.invalidateQueries({ queryKey });
    },
  });
  return useDialogForm(schema, {
    ...options,
    send: (input, callbacks) => act.mutate({ action: actionOf(input), reason: input.reason }, callbacks),
    busy: act.isPending,
    failed: "This could not be done",
  });
}
