/** The signed-in person's own auctions: the list, and what may be done with them. */
import { queryOptions } from "@tanstack/react-query";

import { ownAuctionsAnswer, savedAuctionAnswer } from "../../worker/contract/auction.ts";
import { answer } from "../../worker/contract/fields.ts";
import { attempts } from "./attempt-key.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export const ownAuctionsQuery = queryOptions({
  queryKey: queryKeys.ownAuctions,
  queryFn: async ({ signal }) => (await call(ownAuctionsAnswer, "/auction/getAuctions", { signal })).auctions,
  meta: { failureToast: "Cannot fetch Auctions" },
});

const creations = attempts();
const edits = attempts();
const deletions = attempts();

export type NewListing = {
  title: string;
  description: string;
  category: string;
  startingPrice: number;
  /** ISO date-time in UTC. */
  auctionDate: string;
  /** The cover first. */
  pictures: readonly File[];
  onProgress: (share: number) => void;
};

export async function createAuction({ pictures, onProgress, startingPrice, ...texts }: NewListing): Promise<void> {
  const fields = { ...texts, startingPrice: String(startingPrice) };
  const body = formOf(fields);
  const [cover, ...further] = pictures;
  if (cover) body.set("image", cover);
  for (const picture of further) body.append("images", picture);
  await creations.send([...Object.values(fields), ...pictures], (key) =>
    call(answer({}), "/auction/createAuction", { method: "POST", body, onProgress, headers: keyed(key) }),
  );
}

/** A new file, or the address of a picture that stands. */
export type SentPicture = File | string;

export type ListingEdit = {
  auctionId: string;
  title: string;
  description: string;
  startingPrice: number;
  auctionEndTime: string;
  /** All of them, the cover first; null leaves them as they stand. */
  pictures: readonly SentPicture[] | null;
  onProgress: (share: number) => void;
};

export async function editAuction({ auctionId, pictures, onProgress, startingPrice, ...texts }: ListingEdit) {
  const fields = { ...texts, startingPrice: String(startingPrice) };
  const body = formOf(fields);
  if (pictures) {
    const isCover = (picture: SentPicture, at: number) => at === 0 && picture instanceof File;
    const places = pictures.map((picture, at) => {
      if (!(picture instanceof File)) return picture;
      return isCover(picture, at) ? "image" : "images";
    });
    body.set("pictures", places.join(","));
    for (const [at, picture] of pictures.entries()) {
      if (picture instanceof File) body.append(isCover(picture, at) ? "image" : "images", picture);
    }
  }
  const path = `/auction/editAuction/${encodeURIComponent(auctionId)}`;
  const sent = await edits.send([auctionId, ...Object.values(fields), ...(pictures ?? ["as they stand"])], (key) =>
    call(savedAuctionAnswer, path, { method: "PATCH", body, onProgress, headers: keyed(key) }),
  );
  return sent.auction;
}

export async function deleteAuction(auctionId: string): Promise<void> {
  await deletions.send([auctionId], (key) =>
    call(answer({}), `/auction/deleteAuction/${encodeURIComponent(auctionId)}`, {
      method: "DELETE",
      headers: keyed(key),
    }),
  );
}

function keyed(key: string) {
  return { "idempotency-key": key };
}

function formOf(texts: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.set(name, value);
  return body;
}
