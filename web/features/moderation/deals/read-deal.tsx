import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { adminActionInput } from "../../../../worker/contract/moderation.ts";
import { readDealQuery } from "../../../api/admin.ts";
import { useContractForm } from "../../../shared/use-contract-form.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextAreaField } from "../../../ui/fields/text-area-field.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { QueryContent } from "../../../ui/query-content.tsx";
import { AdminDeal } from "./admin-deal.tsx";

/** A deal, for admins. Asks for a reason first, because it shows what the two sides wrote to each other. */
export function ReadDeal({ dealId }: { dealId: string }) {
  const [reason, setReason] = useState<string | null>(null);
  return reason === null ? (
    <ReasonForm dealId={dealId} onRead={setReason} />
  ) : (
    <WholeDeal dealId={dealId} reason={reason} />
  );
}

function ReasonForm({ dealId, onRead }: { dealId: string; onRead: (reason: string) => void }) {
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      client.fetchQuery({ ...readDealQuery(dealId, reason), staleTime: 0 }),
    onSuccess: (_, { reason }) => onRead(reason),
  });
  const { register, errors, submit } = useContractForm(adminActionInput, {
    initial: { reason: "" },
    send: reading.mutate,
    failureMessage: "We couldn't open this deal. Try again.",
  });
  return (
    <>
      <PageHeading title="Open a deal" text="Its notes and delivery address are private to the buyer and seller." />
      <Card className="mt-6 max-w-xl p-5 sm:p-6">
        <form noValidate className="space-y-5" onSubmit={submit}>
          <TextAreaField
            label="Why are you opening it?"
            rows={3}
            hint="It's recorded with your name, for all admins to see."
            error={errors.reason?.message}
            {...register("reason")}
          />
          {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
          <Button type="submit" busy={reading.isPending} className="w-full sm:w-auto">
            Open deal
          </Button>
        </form>
      </Card>
    </>
  );
}

function WholeDeal({ dealId, reason }: { dealId: string; reason: string }) {
  const query = useQuery(readDealQuery(dealId, reason));
  return (
    <QueryContent query={query} failed="We couldn't load this deal">
      {(details) => <AdminDeal details={details} />}
    </QueryContent>
  );
}
