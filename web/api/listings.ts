/** The signed-in person's own auctions: listing, creating, editing and deleting them. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";

import type { CreateAuctionInput, OwnAuction } from "../../worker/contract/auction.ts";
import { callOnce } from "./attempts.ts";
import { auctionQuery } from "./auction.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { queryKeys } from "./query-keys.ts";
import { doneResponse, ownAuctionsResponse, savedAuctionResponse } from "./response-schemas.ts";

export const ownAuctionsQuery = queryOptions({
  queryKey: queryKeys.ownAuctions,
  queryFn: async ({ signal }) => (await call(ownAuctionsResponse, "/auction/getAuctions", { signal })).auctions,
  meta: { failureToast: "Cannot fetch Auctions" },
});

/** Refetches every list that may show one of the person's changed listings. */
export function invalidateListings(client: QueryClient): void {
  for (const queryKey of [queryKeys.own, queryKeys.auctionLists, queryKeys.featured]) {
    void client.invalidateQueries({ queryKey });
  }
}

/**
 * Updates one of the person's own auctions from its room after a refusal, because the list may not have the bid that
 * caused it yet. If the room can't be reached, this refetches the list.
 */
export async function refreshOwnAuction(client: QueryClient, auctionId: string): Promise<void> {
  try {
    const { auction } = await client.fetchQuery({ ...auctionQuery(auctionId), staleTime: 0 });
    // The auction's page doesn't include the reserve.
    const withReserve = ({ reservePrice }: OwnAuction): OwnAuction =>
      reservePrice === undefined ? auction : { ...auction, reservePrice };
    client.setQueryData(ownAuctionsQuery.queryKey, (own) =>
      own?.map((ownAuction) => (ownAuction._id === auctionId ? withReserve(ownAuction) : ownAuction)),
    );
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    await client.invalidateQueries({ queryKey: queryKeys.own });
  }
}

/**
 * The auction about to be edited (the specification's `editAuctionForm`). My Auctions stores it here and opens the edit
 * page, so its fields show right away. The store is empty after a reload and when the session ends.
 */
export function editedAuctionStore(client: QueryClient) {
  const queryKey = queryKeys.editAuctionForm;
  return {
    set: (auction: OwnAuction) => void client.setQueryData(queryKey, auction),
    clear: () => client.removeQueries({ queryKey }),
    /** The stored auction, if it has this ID. */
    read(auctionId: string): OwnAuction | null {
      const stored = client.getQueryData<OwnAuction>(queryKey);
      return stored?._id === auctionId ? stored : null;
    },
  };
}

/** A new file, or the URL of a current image. */
export type ImageInput = File | string;

/** The seller's terms as sent. Absent fields stay as they are. */
export type TermsInput = Partial<Pick<CreateAuctionInput, "increments" | "softClose">> & {
  /** All of the item's details, as JSON. */
  details?: string;
  /** ISO date-time in UTC. Empty in an edit means start now. */
  startsAt?: string;
  /** Amounts in major units. Empty in an edit means none. */
  reservePrice?: string;
  buyNowPrice?: string;
};

type ListingInput = {
  title: string;
  description: string;
  category: string;
  startingPrice: number;
  /** ISO date-time in UTC. */
  auctionDate: string;
  /** The ID of the listing's draft, saved or not. A draft is listed once, no matter how often it's sent. */
  draft: string;
  /** The form's version of the draft. */
  draftVersion: number;
  terms: TermsInput;
  /** How many times to relist the auction automatically. */
  relistTimes: string;
  /** Cover first. */
  images: readonly ImageInput[];
  onProgress: (fraction: number) => void;
};

export async function createAuction(listing: ListingInput): Promise<OwnAuction> {
  const { images, onProgress, startingPrice, draftVersion, terms, ...texts } = listing;
  const numbers = { startingPrice: String(startingPrice), draftVersion: String(draftVersion) };
  const body = formOf({ ...texts, ...terms, ...numbers });
  addImages(body, images);
  return (await call(savedAuctionResponse, "/auction/createAuction", { method: "POST", body, onProgress })).auction;
}

/** Adds all images of a form in order, cover first: URLs of images on the server, and new files. */
export function addImages(body: FormData, images: readonly ImageInput[]): void {
  const fieldNameOf = (index: number) => (index === 0 ? "image" : "images");
  body.set("pictures", images.map((image, at) => (image instanceof File ? fieldNameOf(at) : image)).join(","));
  for (const [at, image] of images.entries()) {
    if (image instanceof File) body.append(fieldNameOf(at), image);
  }
}

/** What an edit changes. Absent fields stay as they are. */
export type ListingChanges = Partial<Pick<ListingInput, "title" | "description">> &
  TermsInput & {
    /** In major units. */
    startingPrice?: string;
    /** ISO date-time in UTC. */
    auctionEndTime?: string;
  };

type ListingEditInput = {
  auctionId: string;
  changes: ListingChanges;
  /** All images, cover first. Null leaves them unchanged. */
  images: readonly ImageInput[] | null;
  onProgress: (fraction: number) => void;
};

export async function editAuction({ auctionId, changes, images, onProgress }: ListingEditInput) {
  const body = formOf(changes);
  if (images) addImages(body, images);
  const path = `/auction/editAuction/${encodeURIComponent(auctionId)}`;
  const attempt = [`edit of ${auctionId}`, ...Object.entries(changes).flat(), ...(images ?? ["unchanged"])] as const;
  return (await callOnce(attempt, savedAuctionResponse, path, { method: "PATCH", body, onProgress })).auction;
}

export async function deleteAuction(auctionId: string): Promise<void> {
  const path = `/auction/deleteAuction/${encodeURIComponent(auctionId)}`;
  await callOnce([`deletion of ${auctionId}`], doneResponse, path, { method: "DELETE" });
}

/** Relists an expired auction. `endsAt` is epoch ms. */
export async function relistAuction(auctionId: string, endsAt: number): Promise<OwnAuction> {
  const body = { auctionEndTime: new Date(endsAt).toISOString() };
  const path = `/auction/${encodeURIComponent(auctionId)}/relist`;
  return (await call(savedAuctionResponse, path, { method: "POST", body })).auction;
}

function formOf(texts: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.set(name, value);
  return body;
}
