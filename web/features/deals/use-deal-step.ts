import { useMutation, useQueryClient } from "@tanstack/react-query";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import { isStepNotPossible, type DealStepInput, takeDealStep, cacheDeal } from "../../api/deal.ts";
import { queryKeys } from "../../api/query-keys.ts";

type StepCallbacks = {
  onTaken: () => void;
  /** Called if the other side, an admin or a deadline was faster. */
  onTooLate?: () => void;
};

/** Takes a step of a deal, and shows the updated deal, even if the step came too late. */
export function useDealStep({ _id }: DealDetails, { onTaken, onTooLate }: StepCallbacks) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: DealStepInput) => takeDealStep(_id, input),
    onSuccess(deal) {
      cacheDeal(client, deal);
      onTaken();
    },
    onError(error) {
      if (!isStepNotPossible(error)) return;
      onTooLate?.();
      void client.invalidateQueries({ queryKey: queryKeys.deals });
    },
  });
}
