import type { Database } from "../db/database.ts";
import type { ImageBindings } from "../images/store.ts";

/** What listing use cases can access: images, rooms and D1. */
export type ListingPorts = {
  readonly images: ImageBindings;
  readonly rooms: Env["AUCTION_ROOM"];
  readonly db: Database;
};

export function listingPorts({ AUCTION_ROOM, IMAGE_BUCKET, IMAGES }: Env, db: Database): ListingPorts {
  return { images: { IMAGE_BUCKET, IMAGES }, rooms: AUCTION_ROOM, db };
}
