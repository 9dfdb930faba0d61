import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { messageOf } from "../../../api/failure.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { changeRelistPlan, relistPlanQuery } from "../../../api/relist-plans.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { relistChoices } from "../../../ui/items/relist-choices.ts";
import { hasFailed } from "../../../ui/query-state.ts";
import { RetryButton } from "../../../ui/retry-button.tsx";

type RelistPlanProps = {
  auctionId: string;
  hasEnded: boolean;
  /** Whether the automatic relisting is overdue. */
  isOverdue?: boolean;
};

/** For the seller: whether this auction is relisted automatically, and how to change or stop that. */
export function RelistPlan({ auctionId, hasEnded, isOverdue = false }: RelistPlanProps) {
  const client = useQueryClient();
  const query = useQuery(relistPlanQuery(auctionId));
  const { refetch } = query;
  useEffect(() => {
    if (isOverdue) void refetch();
  }, [isOverdue, refetch]);
  const changing = useMutation({
    mutationFn: (times: number) => changeRelistPlan(auctionId, times),
    onSuccess(plan) {
      const { queryKey } = relistPlanQuery(auctionId);
      client.setQueryData(queryKey, plan);
      // A fetch that was running during the change may have missed it, so it's started again.
      void client.invalidateQueries({ queryKey, fetchStatus: "fetching" });
      void client.invalidateQueries({ queryKey: queryKeys.ownAuctions });
    },
    // The auction may have been relisted in the meantime.
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.relisted(auctionId) }),
  });
  const { data: plan } = query;
  if (!plan) {
    if (!hasFailed(query)) return null;
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
        We couldn't load the relisting plan.
        <RetryButton size="sm" query={query} />
      </div>
    );
  }
  const { times, most } = plan;
  if (times === 0 && hasEnded && changing.isSuccess) {
    return (
      <output ref={takeFocus} tabIndex={-1} className="block text-sm outline-none">
        We won't list it again.
      </output>
    );
  }
  if (times === 0 && (hasEnded || most === 0)) return null;
  return (
    <div className="space-y-3">
      {hasEnded ? (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <p>
            {isOverdue
              ? "It didn't sell, and we haven't listed it again yet."
              : "It didn't sell. We'll list it again within a few minutes."}
          </p>
          <Button
            variant="secondary"
            size="sm"
            busy={changing.isPending}
            busyLabel="Stopping..."
            onClick={() => changing.mutate(0)}
          >
            Stop relisting
          </Button>
        </div>
      ) : (
        <Field label="List again" hint={relistText(times)} className="max-w-sm">
          {(attributes) => (
            <Select
              {...attributes}
              value={String(changing.isPending ? changing.variables : times)}
              // Stays enabled while saving, so that it keeps focus.
              onChange={(chosen) => !changing.isPending && changing.mutate(Number(chosen))}
              options={relistChoices(most)}
            />
          )}
        </Field>
      )}
      {changing.error && (
        <Alert tone="danger">{messageOf(changing.error, "We can't reach the server. Try again.")}</Alert>
      )}
    </div>
  );
}

/** Moves focus here, because the button that was tapped is gone. */
function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}

function relistText(times: number): string {
  if (times === 0) return "If it doesn't sell, we won't list it again. Only you see this.";
  if (times === 1) return "If it doesn't sell, we list it again once, for the same duration. Only you see this.";
  return `If it doesn't sell, we list it again up to ${times} times, each time for the same duration. Only you see this.`;
}
