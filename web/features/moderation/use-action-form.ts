import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";

import { needsReauthentication } from "../../../worker/contract/moderation.ts";
import type { ReauthenticationInput } from "../../../worker/contract/passkeys.ts";
import { type ModerationAction, moderate } from "../../api/moderation.ts";
import { reauthenticateWithPasskey } from "../../api/passkeys.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { ContractFormOptions } from "../../shared/use-contract-form.ts";
import { type DialogForm, useDialogForm } from "../../shared/use-dialog-form.ts";
import { toasts } from "../../ui/toast.ts";
import { ACTION_TEXTS } from "./action-texts.ts";

/** The remaining fields of a form that may need the admin to reauthenticate. */
type ReauthenticationValues = { readonly password?: string; readonly withPasskey?: boolean };
type ActionInput = {
  readonly action: ModerationAction;
  readonly reason: string;
  readonly reauthentication: ReauthenticationValues;
};

type ActionFormOptions<Input extends FieldValues, Output> = Pick<
  ContractFormOptions<Input, Output>,
  "initial" | "fieldByErrorCode" | "secretFields"
> & {
  actionOf: (input: Output) => ModerationAction;
};

/** Everything that an action may change on screen: admin data, auctions, lists and categories. */
const INVALIDATED_KEYS = [
  queryKeys.moderation,
  queryKeys.admin,
  queryKeys.singleAuctions,
  queryKeys.auctionLists,
  queryKeys.categories,
  queryKeys.sellerPages,
];

/** The form in an `ActionDialog`. It takes the action, confirms it, and refetches everything that may have changed. */
export function useActionForm<Input extends FieldValues, Output extends { reason: string } & ReauthenticationValues>(
  schema: z.ZodType<Output, Input>,
  { actionOf, ...options }: ActionFormOptions<Input, Output>,
): DialogForm<Input, Output> {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: async ({ action, reason, reauthentication }: ActionInput) =>
      moderate(action, reason, needsReauthentication(action.name) ? await reauthenticationOf(reauthentication) : {}),
    onSuccess: (_, { action }) => {
      toasts.success(ACTION_TEXTS[action.name].successToast);
      for (const queryKey of INVALIDATED_KEYS) void client.invalidateQueries({ queryKey });
    },
  });
  return useDialogForm(schema, {
    ...options,
    send: (input, callbacks) =>
      sending.mutate({ action: actionOf(input), reason: input.reason, reauthentication: input }, callbacks),
    busy: sending.isPending,
    failureMessage: "We couldn't do this. Try again.",
  });
}

/** Empty if nothing was typed. The server then requires the password, if there is one. */
async function reauthenticationOf({
  password = "",
  withPasskey = false,
}: ReauthenticationValues): Promise<ReauthenticationInput> {
  if (withPasskey) return reauthenticateWithPasskey();
  return password === "" ? {} : { password };
}
