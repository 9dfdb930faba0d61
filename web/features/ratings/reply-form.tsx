import { useMutation } from "@tanstack/react-query";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import { MAX_RATING_LENGTH } from "../../../worker/contract/lengths.ts";
import { replyInput } from "../../../worker/contract/rating.ts";
import { replyToRating, alreadyExists } from "../../api/ratings.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CountedTextAreaField } from "../../ui/fields/counted-text-area-field.tsx";

type ReplyFormProps = {
  deal: DealDetails;
  onReplied: (deal: DealDetails) => void;
  /** Called with the refusal and the text that wasn't saved. */
  onAlreadyReplied: (message: string, text: string) => Promise<void>;
};

/** The one reply to the other side's rating. */
export function ReplyForm({ deal: { _id: dealId, side, other }, onReplied, onAlreadyReplied }: ReplyFormProps) {
  const replying = useMutation({
    mutationFn: ({ text }: { text: string }) => replyToRating(dealId, { text }),
    meta: { quiet: true },
    onSuccess: onReplied,
    onError: (error, { text }) => (alreadyExists(error) ? onAlreadyReplied(error.message, text) : undefined),
  });
  const { register, watch, errors, submit } = useContractForm(replyInput, {
    initial: { text: "" },
    send: replying.mutate,
    failureMessage: "We can't reach the server. Try again. It won't count twice.",
  });
  const problem = errors.root?.message;
  return (
    <form noValidate onSubmit={submit} className="mt-4 space-y-4">
      <CountedTextAreaField
        {...register("text")}
        label={`Your reply to ${other.firstName}`}
        hint={`${side === "seller" ? "Everyone" : other.firstName} can read it. You can reply once, and can't change it.`}
        rows={3}
        typed={watch("text") ?? ""}
        max={MAX_RATING_LENGTH}
        error={errors.text?.message}
      />
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <Button type="submit" variant="secondary" busy={replying.isPending}>
        Send reply
      </Button>
    </form>
  );
}
