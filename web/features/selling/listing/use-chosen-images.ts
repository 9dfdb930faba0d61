/**
 * Prepares the photos that a seller chooses, one after the other, so that a phone holds only one in memory. Adds each
 * as soon as it's ready, and reports those that are refused.
 */
import { useRef, useState } from "react";

import { MAX_IMAGES } from "../../../../worker/contract/image-sizes.ts";
import { prepareFile } from "../../../ui/fields/prepare-file.ts";
import { type ImagesChange, type ListingImages, withNewImages, withReplacedImage } from "./listing-images.ts";

type ChangeImages = (next: ImagesChange) => void;

export type ChosenImages = {
  /** How many photos aren't ready yet. */
  readonly waitingCount: number;
  readonly problem: string | null;
  readonly clearProblem: () => void;
  readonly add: (files: readonly File[]) => Promise<void>;
  /** Replaces the cover with the file. */
  readonly replaceCover: (file: File) => Promise<void>;
};

/** `name` is null if the problem isn't about a single file. */
type PhotoProblem = { readonly name: string | null; readonly text: string };

export function useChosenImages(images: ListingImages, maxBytes: number, change: ChangeImages): ChosenImages {
  const [waitingCount, setWaitingCount] = useState(0);
  const [problems, setProblems] = useState<readonly PhotoProblem[]>([]);
  /** How many of those waiting will be added rather than replace a photo. */
  const addingCount = useRef(0);
  /** Settles when everything chosen so far is ready. */
  const lastPreparation = useRef(Promise.resolve());
  const addProblem = (problem: PhotoProblem) => setProblems((before) => [...before, problem]);

  const prepareAndPlace = async (file: File, insert: (images: ListingImages, file: File) => ListingImages) => {
    const prepared = await prepareFile(file, maxBytes);
    if ("problem" in prepared) addProblem({ name: file.name, text: prepared.problem });
    else change((current) => insert(current, prepared.file));
    setWaitingCount((count) => count - 1);
  };
  /** One at a time, even across several choices, because each takes memory for every pixel. */
  const queue = (files: readonly File[], prepare: (file: File) => Promise<void>) => {
    if (waitingCount === 0) setProblems([]);
    setWaitingCount((count) => count + files.length);
    for (const file of files) lastPreparation.current = lastPreparation.current.then(() => prepare(file));
    return lastPreparation.current;
  };

  return {
    waitingCount,
    problem: textOf(problems),
    clearProblem: () => setProblems([]),
    add(files) {
      const freeSlots = Math.max(0, MAX_IMAGES - images.length - addingCount.current);
      const accepted = files.slice(0, freeSlots);
      addingCount.current += accepted.length;
      const done = queue(accepted, async (file) => {
        await prepareAndPlace(file, (current, photo) => withNewImages(current, [photo]));
        addingCount.current -= 1;
      });
      if (files.length > freeSlots) addProblem({ name: null, text: TOO_MANY });
      return done;
    },
    replaceCover(file) {
      // By the time it's ready, another photo may be the cover.
      const cover = images[0]?.id;
      return queue([file], () => prepareAndPlace(file, (current, photo) => withReplacedImage(current, cover, photo)));
    },
  };
}

/** The problems as one message, each with its file name unless only one file has a problem. */
function textOf(problems: readonly PhotoProblem[]): string | null {
  if (problems.length === 0) return null;
  const isSingleFile = problems.filter(({ name }) => name !== null).length === 1;
  const sentences = problems.map(({ name, text }) => (name === null || isSingleFile ? text : `${name}: ${text}`));
  return sentences.map((text, index) => (sentences[index + 1] && !text.endsWith(".") ? `${text}.` : text)).join(" ");
}

const TOO_MANY = `An auction can have at most ${MAX_IMAGES} photos. We didn't add the rest.`;
