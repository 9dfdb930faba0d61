import type { ListedAuction } from "../../../../worker/contract/catalogue.ts";
import { MAX_IMAGES, sizedUrl } from "../../../../worker/contract/image-sizes.ts";
import { ImageField } from "../../../ui/fields/image-field.tsx";
import { megabytes } from "../../../ui/fields/megabytes.ts";
import { SizedImage } from "../../../ui/sized-image.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { AdditionalImages } from "./additional-images.tsx";
import { type ImagesChange, type ListingImages, sizeProblem, withCover, withoutImage } from "./listing-images.ts";
import type { ChosenImages } from "./use-chosen-images.ts";
import { useFilesOnPage } from "./use-files-on-page.ts";

type ImagesFieldProps = {
  images: ListingImages;
  chosenImages: ChosenImages;
  maxImageBytes: number;
  /** The server's refusals: `image` for the cover, `images` for the others. */
  fileErrors: Readonly<Record<string, string>>;
  onChange: (change: ImagesChange) => void;
};

const LABEL = "Product Image";
/** The width of the cover's preview on a screen with two device pixels per CSS pixel. */
const PREVIEW_PIXELS = 960;

/** The item's cover, and below it up to five more images. All six can be chosen together. */
export function ImagesField({ images, chosenImages, maxImageBytes, fileErrors, onChange }: ImagesFieldProps) {
  const [cover] = images;
  const current = cover?.file ? null : cover?.current;
  const problem = chosenImages.problem ?? undefined;
  useFilesOnPage((files) => void chosenImages.add(files));
  return (
    <div className="space-y-5">
      <ImageField
        label={LABEL}
        hint={`Max ${megabytes(maxImageBytes)}. Any photo your browser can show. We resize large photos before upload, and animations become still photos.`}
        file={cover?.file ?? null}
        currentUrl={current ? sizedUrl(current.url, PREVIEW_PIXELS) : null}
        maxBytes={maxImageBytes}
        error={fileErrors["image"] ?? (cover ? undefined : problem)}
        picker={{
          label: `Add up to ${MAX_IMAGES} photos`,
          onChoose([file, ...others]) {
            if (cover && file) void chosenImages.replaceCover(file);
            else if (file) void chosenImages.add([file, ...others]);
          },
        }}
        onChange={(file) => {
          chosenImages.clearProblem();
          if (file) onChange((newest) => withCover(newest, file));
          else if (cover) onChange((newest) => withoutImage(newest, cover.id));
        }}
      />
      {chosenImages.waitingCount > 0 && (
        <output className="flex items-center gap-2 text-sm text-muted">
          <Spinner />
          {chosenImages.waitingCount === 1
            ? "Preparing a photo..."
            : `Preparing ${chosenImages.waitingCount} photos...`}
        </output>
      )}
      {cover && (
        <AdditionalImages
          images={images}
          freeSlots={MAX_IMAGES - images.length}
          chosenImages={chosenImages}
          error={problem ?? fileErrors["images"] ?? sizeProblem(images, maxImageBytes)}
          onChange={onChange}
        />
      )}
    </div>
  );
}

/** The images of a listing that has bids or has ended, which can't be changed anymore. */
export function FrozenImages({ auction }: { auction: ListedAuction }) {
  const [cover, ...others] = auction.pictures;
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{LABEL}</p>
      <SizedImage
        image={cover}
        sizes="(min-width: 64rem) 30rem, 100vw"
        alt="Current cover"
        width={640}
        height={480}
        priority
        uncropped
        className="aspect-4/3 w-full rounded-lg"
      />
      <ul className="mt-3 grid grid-cols-5 gap-2">
        {others.map((image, index) => (
          <li key={image.url}>
            <SizedImage
              image={image}
              sizes="6rem"
              alt={`Photo ${index + 2}`}
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
