import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { type Address, address } from "../../../worker/contract/deal.ts";
import { addressQuery, removeAddress, saveAddress } from "../../api/deal-settings.ts";
import { messageOf } from "../../api/failure.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryContent } from "../../ui/query-content.tsx";
import { toasts } from "../../ui/toast.ts";
import { AddressFields, EMPTY_ADDRESS } from "./address-fields.tsx";

/** The person's saved address, which we fill in when they buy. */
export function AddressSettings() {
  const query = useQuery(addressQuery);
  return (
    <Card className="p-6">
      <h2 className="font-display text-xl font-medium">Your address</h2>
      <p className="mt-1 text-sm text-muted">
        We fill it in when you buy. When you sell, it's on the invoice once you've confirmed the payment. Only the
        buyer, the seller and our team can see it.
      </p>
      <div className="mt-4">
        <QueryContent query={query} failed="We couldn't load your address">
          {(savedAddress) => <AddressForm key={savedAddress === null ? "none" : "saved"} savedAddress={savedAddress} />}
        </QueryContent>
      </div>
    </Card>
  );
}

function AddressForm({ savedAddress }: { savedAddress: Address | null }) {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: queryKeys.address });
  const saving = useMutation({
    mutationFn: saveAddress,
    onSuccess: () => {
      toasts.success("Address Saved");
      return refetch();
    },
  });
  const removing = useMutation({
    mutationFn: removeAddress,
    onSuccess: () => {
      toasts.success("Address Removed");
      return refetch();
    },
  });
  const { register, errors, submit } = useContractForm(address, {
    initial: savedAddress ?? EMPTY_ADDRESS,
    send: saving.mutate,
    failureMessage: "We couldn't save your address. Try again.",
  });
  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      <AddressFields registerField={(name) => register(name)} errors={errors} />
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      {removing.error && (
        <Alert tone="danger">{messageOf(removing.error, "We couldn't remove your address. Try again.")}</Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
          Save address
        </Button>
        {savedAddress && (
          <Button variant="secondary" busy={removing.isPending} onClick={() => removing.mutate()}>
            Remove address
          </Button>
        )}
      </div>
    </form>
  );
}
