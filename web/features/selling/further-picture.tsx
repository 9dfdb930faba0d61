import { ArrowLeft, ArrowRight, Star, Trash2 } from "lucide-react";

import { FileImage } from "../../ui/file-image.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Picture } from "../../ui/picture.tsx";
import type { ChosenPicture } from "./pictures.ts";

export type PictureMove = "cover" | "earlier" | "later" | "remove";

type FurtherPictureProps = {
  picture: ChosenPicture;
  /** From 0, where the cover is. */
  place: number;
  last: boolean;
  onMove: (move: PictureMove) => void;
  onUnreadable: () => void;
};

const LOOK = "aspect-4/3 w-full rounded-md bg-sunken object-cover";

export function FurtherPicture({ picture, place, last, onMove, onUnreadable }: FurtherPictureProps) {
  const { id, file, standing } = picture;
  const name = `picture ${place + 1}`;
  const button = (move: PictureMove, label: string, Icon: typeof Star, disabled = false) => (
    <IconButton
      label={label}
      disabled={disabled}
      onClick={() => onMove(move)}
      data-picture={id}
      data-move={move}
      className="size-8"
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
  return (
    <li className="min-w-0">
      {file ? (
        <FileImage file={file} alt={`Preview of ${file.name}`} className={LOOK} onUnreadable={onUnreadable} />
      ) : (
        <Picture
          image={standing}
          alt={`Picture ${place + 1}`}
          width={320}
          height={240}
          sizes="12rem"
          className={LOOK}
        />
      )}
      <div className="mt-1 flex justify-between">
        {button("cover", `Make ${name} the cover`, Star)}
        {button("earlier", `Move ${name} earlier`, ArrowLeft)}
        {button("later", `Move ${name} later`, ArrowRight, last)}
        {button("remove", `Remove ${name}`, Trash2)}
      </div>
    </li>
  );
}
