import type { Auction } from "../../../worker/contract/auction.ts";
import type { ListingEdit } from "../../api/listings.ts";
import { Picture } from "../../ui/picture.tsx";
import { ListingPicture } from "./listing-picture.tsx";

type EditedPictureProps = {
  auction: Auction;
  picture: ListingEdit["picture"];
  frozen: boolean;
  maxImageBytes: number;
  error: string | undefined;
  onChange: (picture: ListingEdit["picture"]) => void;
};

/** The picture that stands, a new one in its place, or none. Taking away a new one brings back what stands. */
export function EditedPicture({ auction, picture, frozen, maxImageBytes, error, onChange }: EditedPictureProps) {
  const standing = auction.images?.url ?? null;
  if (frozen) {
    return (
      <div>
        <p className="mb-1.5 text-sm font-medium">Product Image</p>
        <Picture
          image={auction.images}
          sizes="(min-width: 64rem) 30rem, 100vw"
          alt="As it stands now"
          width={640}
          height={480}
          first
          className="aspect-4/3 w-full rounded-lg object-contain"
        />
      </div>
    );
  }
  const chosen = picture instanceof File ? picture : null;
  return (
    <ListingPicture
      file={chosen}
      currentUrl={picture === "keep" ? standing : null}
      maxImageBytes={maxImageBytes}
      error={error}
      onChange={(file) => onChange(file ?? (chosen || standing === null ? "keep" : "remove"))}
    />
  );
}
