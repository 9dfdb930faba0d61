/** A person's settings for deals: their address, and how buyers pay them. */
import { queryOptions } from "@tanstack/react-query";

import { type Address, instructionsResponse, ownAddressResponse } from "../../worker/contract/deal.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { doneResponse } from "./response-schemas.ts";

/** A person's saved address. Null if there is none. */
export const addressQuery = queryOptions({
  queryKey: queryKeys.address,
  queryFn: async ({ signal }) => (await call(ownAddressResponse, "/user/address", { signal })).address,
});

export async function saveAddress(address: Address): Promise<void> {
  await call(ownAddressResponse, "/user/address", { method: "PUT", body: address });
}

export async function removeAddress(): Promise<void> {
  await call(doneResponse, "/user/address", { method: "DELETE" });
}

/** How buyers pay this person, or null if they haven't said. */
export const instructionsQuery = queryOptions({
  queryKey: queryKeys.paymentInstructions,
  queryFn: async ({ signal }) =>
    (await call(instructionsResponse, "/user/payment-instructions", { signal })).instructions,
});

export async function saveInstructions(instructions: string): Promise<void> {
  await call(instructionsResponse, "/user/payment-instructions", { method: "PUT", body: { instructions } });
}
