/**
 * The pictures of a listing's form, the cover first: what stands already, what was chosen, and what was chosen in the
 * place of what stands. All functions answer with a new list.
 */
import type { Image } from "../../../worker/contract/catalogue.ts";
import { LARGEST_PICTURES_A_FORM } from "../../../worker/contract/pictures.ts";
import type { SentPicture } from "../../api/listings.ts";
import { megabytes } from "../../ui/megabytes.ts";

export type ChosenPicture = {
  /** Tells pictures apart while they change places. */
  readonly id: string;
  readonly file: File | null;
  readonly standing: Image | null;
};
export type Pictures = readonly ChosenPicture[];

let made = 0;

function chosen(file: File): ChosenPicture {
  made += 1;
  return { id: `chosen-${made}`, file, standing: null };
}

export function picturesOf(images: readonly Image[]): Pictures {
  return images.map((image) => ({ id: image.url, file: null, standing: image }));
}

export function withAdded(pictures: Pictures, files: readonly File[]): Pictures {
  return [...pictures, ...files.map(chosen)];
}

/** A cover in the place of the one there is. */
export function withCover(pictures: Pictures, file: File): Pictures {
  const [cover, ...others] = pictures;
  return [cover ? { ...cover, file } : chosen(file), ...others];
}

/** Taking away what was chosen in the place of a picture that stands brings that back. */
export function without(pictures: Pictures, id: string): Pictures {
  return pictures.flatMap((one) => {
    if (one.id !== id) return [one];
    return one.file && one.standing ? [{ ...one, file: null }] : [];
  });
}

/** To a place from 0; the cover's is 0. */
export function movedTo(pictures: Pictures, id: string, place: number): Pictures {
  const moved = pictures.find((one) => one.id === id);
  if (!moved) return pictures;
  const others = pictures.filter((one) => one !== moved);
  return others.toSpliced(Math.max(0, place), 0, moved);
}

export function newFiles(pictures: Pictures): File[] {
  return pictures.flatMap(({ file }) => file ?? []);
}

/** What an edit sends: null when the pictures are as they stand. */
export function changedPictures(pictures: Pictures, standing: readonly Image[]): readonly SentPicture[] | null {
  const sent = pictures.flatMap(({ file, standing: image }): SentPicture[] =>
    file ? [file] : image ? [image.url] : [],
  );
  const same = sent.length === standing.length && standing.every(({ url }, at) => sent[at] === url);
  return same ? null : sent;
}

/** What is wrong with all that is to be sent together, before it is sent. */
export function togetherProblem(pictures: Pictures, maxImageBytes: number): string | undefined {
  const bytes = newFiles(pictures).reduce((sum, { size }) => sum + size, 0);
  const most = LARGEST_PICTURES_A_FORM * maxImageBytes;
  if (bytes <= most) return undefined;
  return `Together the new pictures are too large: Max ${megabytes(most)}`;
}
