import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type Address, deliveryInput } from "../../../worker/contract/deal.ts";
import type { DeliveryMethod } from "../../../worker/rules/deal.ts";
import { addressQuery } from "../../api/deal-settings.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { CheckboxField } from "../../ui/fields/checkbox-field.tsx";
import { ChoiceRow } from "../../ui/fields/choice-row.tsx";
import { LoadingNote } from "../../ui/loading-note.tsx";
import { isLoading } from "../../ui/query-state.ts";
import { AddressFields, EMPTY_ADDRESS } from "./address-fields.tsx";
import { NoteField, NOT_SENT, StepFormFrame, type StepFormProps } from "./step-form-frame.tsx";

const [addressDeliveryInput, pickUpDeliveryInput] = deliveryInput.options;

const DELIVERY_OPTIONS: readonly { readonly value: DeliveryMethod; readonly label: string }[] = [
  { value: "address", label: "Send it to me" },
  { value: "pickUp", label: "I'll pick it up" },
];

/** The buyer chooses how to get the item: delivered, by default to the saved address, or picked up. */
export function DeliveryForm(props: StepFormProps) {
  const { deal } = props;
  const savedAddress = useQuery(addressQuery);
  const isPickUpOnly = deal.details.shipping === "none";
  const [method, setMethod] = useState<DeliveryMethod>(deal.delivery ?? (isPickUpOnly ? "pickUp" : "address"));
  if (isLoading(savedAddress)) return <LoadingNote>Loading your address...</LoadingNote>;
  return (
    <div className="space-y-5">
      <ChoiceRow
        legend="How you get the item"
        choices={DELIVERY_OPTIONS}
        value={method}
        onChange={setMethod}
        className="flex-wrap"
        buttonClassName="h-10 px-4"
      />
      {method === "pickUp" ? (
        <PickUpForm {...props} />
      ) : (
        <AddressForm
          {...props}
          initial={deal.address ?? savedAddress.data ?? EMPTY_ADDRESS}
          hasSavedAddress={savedAddress.data != null}
        />
      )}
    </div>
  );
}

function PickUpForm({ deal, step, busy, send, note, onNoteChange }: StepFormProps) {
  const { register, watch, errors, submit } = useContractForm(pickUpDeliveryInput, {
    initial: { delivery: "pickUp", note },
    send,
    failureMessage: NOT_SENT,
  });
  const { firstName } = deal.other;
  const { location } = deal.details;
  return (
    <StepFormFrame
      deal={deal}
      step={step}
      busy={busy}
      onSubmit={submit}
      problem={errors.root?.message}
      label="Confirm pickup"
    >
      <p className="text-sm">
        {location === undefined
          ? `Arrange a time and place with ${firstName}.`
          : `The item is in ${location}. Arrange a time and place with ${firstName}.`}
      </p>
      <NoteField
        deal={deal}
        register={register}
        typed={watch("note")}
        error={errors.note?.message}
        onNoteChange={onNoteChange}
      />
    </StepFormFrame>
  );
}

type AddressFormProps = StepFormProps & {
  initial: Address;
  /** Whether the buyer already has a saved address. */
  hasSavedAddress: boolean;
};

function AddressForm({ deal, step, busy, send, note, onNoteChange, initial, hasSavedAddress }: AddressFormProps) {
  const { register, watch, errors, submit } = useContractForm(addressDeliveryInput, {
    initial: { delivery: "address", address: initial, save: !hasSavedAddress, note },
    send,
    failureMessage: NOT_SENT,
  });
  const { firstName } = deal.other;
  return (
    <StepFormFrame
      deal={deal}
      step={step}
      busy={busy}
      onSubmit={submit}
      problem={errors.root?.message}
      label="Confirm address"
    >
      <p className="text-sm text-muted">Only {firstName} sees this address, and our team if there's a problem.</p>
      <AddressFields registerField={(name) => register(`address.${name}`)} errors={errors.address} />
      <CheckboxField {...register("save")}>
        {hasSavedAddress ? "Save this as my address for next time" : "Save this address for next time"}
      </CheckboxField>
      <NoteField
        deal={deal}
        register={register}
        typed={watch("note")}
        error={errors.note?.message}
        onNoteChange={onNoteChange}
      />
    </StepFormFrame>
  );
}
