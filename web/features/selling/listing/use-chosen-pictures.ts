/**
 * Takes the pictures that a seller chooses: scales them down one after the other, so that a phone's memory has to hold one,
 * checks them, and adds each as soon as it is ready. Those that cannot be taken are said, and the others are added.
 */
import { useState } from "react";

import { MAX_PICTURES } from "../../../../worker/contract/pictures.ts";
import { imageProblem } from "../../../ui/image-check.ts";
import { type ListingImages, withAdded, withCover } from "./listing-images.ts";
import type { Scaled } from "./scaled-picture.ts";

type Change = (next: (images: ListingImages) => ListingImages) => void;

export type ChosenPictures = {
  /** How many are not ready yet. */
  readonly waiting: number;
  readonly problem: string | null;
  readonly clearProblem: () => void;
  readonly add: (files: readonly File[]) => Promise<void>;
  /** Puts the file in the place of the cover. */
  readonly replaceCover: (file: File) => Promise<void>;
};

export function useChosenPictures(images: ListingImages, maxBytes: number, change: Change): ChosenPictures {
  const [waiting, setWaiting] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);

  const take = async (files: readonly File[], place: (images: ListingImages, file: File) => ListingImages) => {
    setProblem(null);
    setWaiting((count) => count + files.length);
    for (const file of files) {
      // One at a time, because each takes as much memory as it has pixels.
      const scaled = await prepared(file);
      const found = "problem" in scaled ? scaled.problem : imageProblem(scaled.file, maxBytes);
      if (found !== null) setProblem(found);
      else if ("file" in scaled) change((current) => place(current, scaled.file));
      setWaiting((count) => count - 1);
    }
  };

  const add = async (files: readonly File[]) => {
    const room = MAX_PICTURES - images.length - waiting;
    await take(files.slice(0, room), (current, file) => withAdded(current, [file]));
    if (files.length > room) setProblem(TOO_MANY);
  };
  return {
    waiting,
    problem,
    clearProblem: () => setProblem(null),
    add,
    replaceCover: (file) => take([file], withCover),
  };
}

/** A picture that the browser cannot prepare, or whose code it cannot load, is said, and may be chosen again. */
async function prepared(file: File): Promise<Scaled> {
  try {
    // Loaded with the first picture: a form is often opened without one.
    const { scaledPicture } = await import("./scaled-picture.ts");
    return await scaledPicture(file);
  } catch (error) {
    window.reportError(error);
    return { problem: "This photo could not be prepared: choose it again" };
  }
}

const TOO_MANY = `An auction can have at most ${MAX_PICTURES} pictures: the others were not added`;
