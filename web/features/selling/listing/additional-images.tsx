import { ArrowLeft, ArrowRight, ImagePlus, Star, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { FieldMessage } from "../../../ui/fields/field.tsx";
import { FileImage } from "../../../ui/fields/file-image.tsx";
import { ACCEPTED_TYPES, UNREADABLE } from "../../../ui/fields/prepare-file.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SizedImage } from "../../../ui/sized-image.tsx";
import {
  type ImagesChange,
  type ListingImage,
  type ListingImages,
  moveImageTo,
  withoutImage,
} from "./listing-images.ts";
import type { ChosenImages } from "./use-chosen-images.ts";

type ImageMove = "cover" | "earlier" | "later" | "remove";

type AdditionalImagesProps = {
  /** All images. The first is the cover, which is shown elsewhere. */
  images: ListingImages;
  /** How many more can be added. */
  freeSlots: number;
  chosenImages: ChosenImages;
  error: string | undefined;
  onChange: (change: ImagesChange) => void;
};

/** The images after the cover: buttons add, reorder and remove them, or make one the cover. */
export function AdditionalImages({ images, freeSlots, chosenImages, error, onChange }: AdditionalImagesProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const additional = images.slice(1);

  // A button that moves with its image loses focus. If it's then gone or disabled, focus the button that moves the
  // same image back. Otherwise focus a harmless control, because the person may press Enter next.
  const focusAfter = (imageId: string, move: ImageMove) => {
    const own = Array.from(group.current?.querySelectorAll("button") ?? []).filter(
      ({ disabled, dataset }) => !disabled && dataset["image"] === imageId,
    );
    const buttonFor = (wanted: ImageMove) => own.find(({ dataset }) => dataset["move"] === wanted);
    (buttonFor(move) ?? buttonFor("earlier") ?? input.current ?? group.current)?.focus();
  };

  const change = (imageId: string, move: ImageMove, index: number) => {
    const next = move === "cover" ? 0 : move === "earlier" ? index - 1 : index + 1;
    setProblem(null);
    chosenImages.clearProblem();
    if (move === "remove") setAnnouncement(`Photo ${index + 1} removed`);
    else setAnnouncement(next === 0 ? "This photo is now the cover" : `Now photo ${next + 1} of ${images.length}`);
    // Drawn synchronously, so that focus can follow.
    flushSync(() =>
      onChange((current) => (move === "remove" ? withoutImage(current, imageId) : moveImageTo(current, imageId, next))),
    );
    focusAfter(imageId, move);
  };

  const add = (files: readonly File[]) => {
    setProblem(null);
    setAnnouncement("");
    void chosenImages.add(files);
  };

  const message = problem ?? error;
  return (
    <fieldset ref={group} tabIndex={-1} className="min-w-0">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-sm font-medium">
        More photos
        <span className="text-xs font-normal text-muted tabular-nums">
          {images.length} of {images.length + freeSlots}
        </span>
      </legend>
      <ul className="grid grid-cols-2 gap-3">
        {additional.map((image, index) => (
          <AdditionalImage
            key={image.id}
            image={image}
            index={index + 1}
            isLast={index === additional.length - 1}
            onMove={(move) => change(image.id, move, index + 1)}
            onUnreadable={() => {
              setProblem(UNREADABLE);
              onChange((current) => withoutImage(current, image.id));
            }}
          />
        ))}
        {freeSlots > 0 && (
          <li>
            <input
              ref={input}
              id={id}
              type="file"
              multiple
              accept={ACCEPTED_TYPES}
              aria-describedby={message ? `${id}-message` : undefined}
              className="peer sr-only"
              onChange={(event) => {
                add(Array.from(event.target.files ?? []));
                // Lets the person choose the same file again after removing it.
                event.target.value = "";
              }}
            />
            <label
              htmlFor={id}
              className="flex aspect-4/3 w-full cursor-pointer flex-col items-center justify-center gap-2 rounded-md border border-dashed border-line-strong text-sm text-muted transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:border-accent hover:text-ink"
            >
              <ImagePlus aria-hidden className="size-5" strokeWidth={1.5} />
              Add photos
            </label>
          </li>
        )}
      </ul>
      <FieldMessage id={`${id}-message`} error={message} />
      <output className="sr-only">{announcement}</output>
    </fieldset>
  );
}

type AdditionalImageProps = {
  image: ListingImage;
  /** Zero-based. 0 is the cover. */
  index: number;
  isLast: boolean;
  onMove: (move: ImageMove) => void;
  onUnreadable: () => void;
};

const IMAGE_CLASS = "aspect-4/3 w-full rounded-md";

function AdditionalImage({ image: { id, file, current }, index, isLast, onMove, onUnreadable }: AdditionalImageProps) {
  const name = `photo ${index + 1}`;
  const button = (move: ImageMove, label: string, Icon: typeof Star, disabled = false) => (
    <IconButton
      label={label}
      disabled={disabled}
      onClick={() => onMove(move)}
      data-image={id}
      data-move={move}
      className="size-8"
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
  return (
    <li className="min-w-0">
      {file ? (
        <FileImage file={file} alt={`Preview of ${file.name}`} className={IMAGE_CLASS} onUnreadable={onUnreadable} />
      ) : (
        <SizedImage
          image={current}
          alt={`Photo ${index + 1}`}
          width={320}
          height={240}
          sizes="12rem"
          className={IMAGE_CLASS}
        />
      )}
      <div className="mt-1 flex justify-between">
        {button("cover", `Make ${name} the cover`, Star)}
        {button("earlier", `Move ${name} earlier`, ArrowLeft)}
        {button("later", `Move ${name} later`, ArrowRight, isLast)}
        {button("remove", `Remove ${name}`, Trash2)}
      </div>
    </li>
  );
}
