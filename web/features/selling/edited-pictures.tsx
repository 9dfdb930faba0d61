import type { Auction } from "../../../worker/contract/catalogue.ts";
import { Picture } from "../../ui/picture.tsx";
import { ListingPictures } from "./listing-pictures.tsx";
import type { Pictures } from "./pictures.ts";

type EditedPicturesProps = {
  auction: Auction;
  pictures: Pictures;
  frozen: boolean;
  maxImageBytes: number;
  errors: { cover: string | undefined; further: string | undefined };
  onChange: (pictures: Pictures) => void;
};

/** The pictures to change; once someone has bid, as they stand. */
export function EditedPictures({ auction, pictures, frozen, ...field }: EditedPicturesProps) {
  if (!frozen) return <ListingPictures pictures={pictures} {...field} />;
  const [cover, ...others] = auction.pictures;
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">Product Image</p>
      <Picture
        image={cover}
        sizes="(min-width: 64rem) 30rem, 100vw"
        alt="As it stands now"
        width={640}
        height={480}
        first
        className="aspect-4/3 w-full rounded-lg object-contain"
      />
      <ul className="mt-3 grid grid-cols-5 gap-2">
        {others.map((image, at) => (
          <li key={image.url}>
            <Picture
              image={image}
              sizes="6rem"
              alt={`Picture ${at + 2}`}
              width={160}
              height={120}
              className="aspect-4/3 w-full rounded-sm"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
