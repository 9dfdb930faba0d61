import type { Database } from "../db/database.ts";
import type { ImageBindings } from "../images/store.ts";

/** The ports that the use cases of listings can use besides their arguments. */
export type ListingPorts = {
  readonly images: ImageBindings;
  readonly rooms: Env["AUCTION_ROOM"];
  readonly db: Database;
};

export function listingPorts({ AUCTION_ROOM, IMAGE_BUCKET, IMAGES }: Env, db: Database): ListingPorts {
  return { images: { IMAGE_BUCKET, IMAGES }, rooms: AUCTION_ROOM, db };
}
