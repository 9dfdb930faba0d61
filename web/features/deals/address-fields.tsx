import type { UseFormRegisterReturn } from "react-hook-form";

import type { Address } from "../../../worker/contract/deal.ts";
import { TextField } from "../../ui/fields/text-field.tsx";

type AddressFieldsProps = {
  registerField: (name: keyof Address) => UseFormRegisterReturn;
  errors: { readonly [Name in keyof Address]?: { readonly message?: string | undefined } | undefined } | undefined;
};

/** The fields of a postal address, in the order people write them. */
export function AddressFields({ registerField, errors }: AddressFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {FIELDS.map(({ name, label, autoComplete, optional, wide }) => (
        <TextField
          key={name}
          label={label}
          autoComplete={autoComplete}
          note={optional && <span className="text-muted">Optional</span>}
          error={errors?.[name]?.message}
          className={wide ? "sm:col-span-2" : undefined}
          {...registerField(name)}
        />
      ))}
    </div>
  );
}

type AddressField = {
  readonly name: keyof Address;
  readonly label: string;
  readonly autoComplete: string;
  readonly optional?: true;
  readonly wide?: true;
};

const FIELDS: readonly AddressField[] = [
  { name: "name", label: "Full name", autoComplete: "name", wide: true },
  { name: "line1", label: "Street address", autoComplete: "address-line1", wide: true },
  { name: "line2", label: "Apartment, floor, company", autoComplete: "address-line2", optional: true, wide: true },
  { name: "postalCode", label: "Postal code", autoComplete: "postal-code", optional: true },
  { name: "city", label: "Town or city", autoComplete: "address-level2" },
  { name: "region", label: "State or region", autoComplete: "address-level1", optional: true },
  { name: "country", label: "Country", autoComplete: "country-name" },
];

export const EMPTY_ADDRESS: Address = {
  name: "",
  line1: "",
  line2: "",
  postalCode: "",
  city: "",
  region: "",
  country: "",
};
