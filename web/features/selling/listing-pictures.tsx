import { MAX_PICTURES, sizedUrl } from "../../../worker/contract/pictures.ts";
import { megabytes } from "../../ui/megabytes.ts";
import { PictureField } from "../../ui/picture-field.tsx";
import { FurtherPictures } from "./further-pictures.tsx";
import { type Pictures, togetherProblem, withCover, without } from "./pictures.ts";

type ListingPicturesProps = {
  pictures: Pictures;
  maxImageBytes: number;
  /** What the server had against the cover, and against the others. */
  errors: { cover: string | undefined; further: string | undefined };
  onChange: (pictures: Pictures) => void;
};

/** What the cover's preview is wide, on a screen with two pixels for one. */
const PREVIEW_PIXELS = 960;

/** The picture of the item, and under it up to five more. */
export function ListingPictures({ pictures, maxImageBytes, errors, onChange }: ListingPicturesProps) {
  const [cover, ...others] = pictures;
  const standing = cover?.file ? null : cover?.standing;
  return (
    <div className="space-y-5">
      <PictureField
        label="Product Image"
        hint={`Max ${megabytes(maxImageBytes)}. Images only: JPEG, PNG or WebP.`}
        file={cover?.file ?? null}
        currentUrl={standing ? sizedUrl(standing.url, PREVIEW_PIXELS) : null}
        maxBytes={maxImageBytes}
        error={errors.cover}
        onChange={(file) => onChange(file ? withCover(pictures, file) : cover ? without(pictures, cover.id) : pictures)}
      />
      {cover && (
        <FurtherPictures
          pictures={pictures}
          room={MAX_PICTURES - 1 - others.length}
          maxImageBytes={maxImageBytes}
          error={errors.further ?? togetherProblem(pictures, maxImageBytes)}
          onChange={onChange}
        />
      )}
    </div>
  );
}
