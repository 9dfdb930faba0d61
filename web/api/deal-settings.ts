/** A person's settings for deals: their address, and how their buyers pay. */
import { queryOptions } from "@tanstack/react-query";

import { type Address, instructionsAnswer, ownAddressAnswer } from "../../worker/contract/deal.ts";
import { doneAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** A person's saved address. Null if there is none. */
export const addressQuery = queryOptions({
  queryKey: queryKeys.address,
  queryFn: async ({ signal }) => (await call(ownAddressAnswer, "/user/address", { signal })).address,
});

export async function saveAddress(address: Address): Promise<void> {
  await call(ownAddressAnswer, "/user/address", { method: "PUT", body: address });
}

export async function removeAddress(): Promise<void> {
  await call(doneAnswer, "/user/address", { method: "DELETE" });
}

/** How buyers pay this person. Null if they haven't entered it. */
export const instructionsQuery = queryOptions({
  queryKey: queryKeys.paymentInstructions,
  queryFn: async ({ signal }) =>
    (await call(instructionsAnswer, "/user/payment-instructions", { signal })).instructions,
});

export async function saveInstructions(instructions: string): Promise<void> {
  await call(instructionsAnswer, "/user/payment-instructions", { method: "PUT", body: { instructions } });
}
