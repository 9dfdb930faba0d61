/** The signed-in person's own auctions: the list, and what may be done with them. */
// @ts-nocheck

import { queryOptions } from "@tanstack/react-query";

import { ownAuctionsAnswer, savedAuctionAnswer } from "../../worker/contract/auction.ts";
import { answer } from "../../worker/contract/fields.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export const ownAuctionsQuery = queryOptions({
  queryKey: queryKeys.ownAuctions,
  queryFn: async ({ signal }) => (await call(ownAuctionsAnswer, "/auction/getAuctions", { signal })).auctions,
  meta: { failureToast: "Cannot fetch Auctions" },
});

export type NewListing = {
  title: string;
  description: string;
  category: string;
  startingPrice: number;
  /** ISO date-time in UTC. */
  auctionDate: string;
  picture: File | null;
  onProgress: (share: number) => void;
};

export async function createAuction({ picture, onProgress, startingPrice, ...texts }: NewListing): Promise<void> {
  const body = formOf({ ...texts, startingPrice: String(startingPrice) });
  if (picture) body.set("image", picture);
  await call(answer({}), "/auction/createAuction", { method: "POST", body, onProgress });
}

export type ListingEdit = {
  auctionId: string;
  title: string;
  description: string;
  startingPrice: number;
  auctionEndTime: string;
  /** A new picture, `remove`, or `keep`. */
  picture: File | "keep" | "remove";
  onProgress: (share: number) => void;
};

export async function editAuction({ auctionId, picture, onProgress, startingPrice, ...texts }: ListingEdit) {
  const body = formOf({ ...texts, startingPrice: String(startingPrice) });
  if (picture !== "keep") body.set("image", picture === "remove" ? "" : picture);
  const path = `/auction/editAuction/${encodeURIComponent(auctionId)}`;
  return (await call(savedAuctionAnswer, path, { method: "PATCH", body, onProgress })).auction;
}

export async function deleteAuction(auctionId: string): Promise<void> {
  await call(answer({}), `/auction/deleteAuction/${encodeURIComponent(auctionId)}`, { method: "DELETE" });
}

function formOf(texts: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.set(name, value);
  return body;
}
