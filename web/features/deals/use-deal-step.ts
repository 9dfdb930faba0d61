import { useMutation, useQueryClient } from "@tanstack/react-query";

import type { DealDetails } from "../../../worker/contract/deal.ts";
import { isTooLate, type DealStepInput, takeDealStep, cacheDeal } from "../../api/deal.ts";
import type { ApiFailure } from "../../api/failure.ts";
import { queryKeys } from "../../api/query-keys.ts";

type StepCallbacks = {
  onTaken: () => void;
  onTooLate?: (refusal: ApiFailure, input: object) => void;
};

/** Takes a step in a deal, and shows the updated deal, even if the step came too late. */
export function useDealStep({ _id }: DealDetails, { onTaken, onTooLate }: StepCallbacks) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: DealStepInput) => takeDealStep(_id, input),
    onSuccess(deal) {
      cacheDeal(client, deal);
      onTaken();
    },
    onError(error, { input }) {
      if (!isTooLate(error)) return;
      onTooLate?.(error, input);
      void client.invalidateQueries({ queryKey: queryKeys.deals });
    },
  });
}
