import { ImagePlus } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";

import { FieldMessage } from "../../ui/field.tsx";
import { PICTURE_TYPES, pictureProblem, UNREADABLE } from "../../ui/picture-check.ts";
import { FurtherPicture, type PictureMove } from "./further-picture.tsx";
import { movedTo, type Pictures, withAdded, without } from "./pictures.ts";

type FurtherPicturesProps = {
  /** All of them: the first is the cover, which stands elsewhere. */
  pictures: Pictures;
  /** How many more there may be. */
  room: number;
  maxImageBytes: number;
  error: string | undefined;
  onChange: (pictures: Pictures) => void;
};

/** The pictures behind the cover: added, put in order, made the cover and taken away, each by a button. */
export function FurtherPictures({ pictures, room, maxImageBytes, error, onChange }: FurtherPicturesProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [news, setNews] = useState("");
  const pressed = useRef<{ id: string; move: PictureMove } | null>(null);
  const further = pictures.slice(1);

  // A button that changes places with its picture loses the focus on the way. Where it is gone or can do no more, the
  // focus goes to what moves the same picture back, else to what does no harm: the next Enter may follow at once.
  useEffect(() => {
    if (!pressed.current) return;
    const { id: pictureId, move } = pressed.current;
    pressed.current = null;
    const own = Array.from(group.current?.querySelectorAll("button") ?? []).filter(
      ({ disabled, dataset }) => !disabled && dataset["picture"] === pictureId,
    );
    const doing = (wanted: PictureMove) => own.find(({ dataset }) => dataset["move"] === wanted);
    (doing(move) ?? doing("earlier") ?? input.current ?? group.current)?.focus();
  });

  const change = (pictureId: string, move: PictureMove, place: number) => {
    pressed.current = { id: pictureId, move };
    setProblem(null);
    if (move === "remove") {
      setNews(`Picture ${place + 1} removed`);
      return onChange(without(pictures, pictureId));
    }
    const next = move === "cover" ? 0 : move === "earlier" ? place - 1 : place + 1;
    setNews(next === 0 ? "This picture is now the cover" : `Now picture ${next + 1} of ${pictures.length}`);
    onChange(movedTo(pictures, pictureId, next));
  };

  const add = (files: readonly File[]) => {
    const problems = files.map((file) => pictureProblem(file, maxImageBytes));
    const fine = files.filter((_, at) => problems[at] === null);
    setProblem(
      problems.find((found) => found !== null) ?? (fine.length > room ? roomFor(pictures.length + room) : null),
    );
    setNews("");
    onChange(withAdded(pictures, fine.slice(0, room)));
  };

  const message = problem ?? error;
  return (
    <fieldset ref={group} tabIndex={-1} className="min-w-0">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-sm font-medium">
        More pictures
        <span className="text-xs font-normal text-muted tabular-nums">
          {pictures.length} of {pictures.length + room}
        </span>
      </legend>
      <ul className="grid grid-cols-2 gap-3">
        {further.map((picture, at) => (
          <FurtherPicture
            key={picture.id}
            picture={picture}
            place={at + 1}
            last={at === further.length - 1}
            onMove={(move) => change(picture.id, move, at + 1)}
            onUnreadable={() => {
              setProblem(UNREADABLE);
              onChange(without(pictures, picture.id));
            }}
          />
        ))}
        {room > 0 && (
          <li>
            <input
              ref={input}
              id={id}
              type="file"
              multiple
              accept={PICTURE_TYPES.join(",")}
              aria-describedby={message ? `${id}-message` : undefined}
              className="peer sr-only"
              onChange={(event) => {
                add(Array.from(event.target.files ?? []));
                // The same file may be chosen again after it was removed.
                event.target.value = "";
              }}
            />
            <label
              htmlFor={id}
              className="flex aspect-4/3 w-full cursor-pointer flex-col items-center justify-center gap-2 rounded-md border border-dashed border-line-strong text-sm text-muted transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:border-accent hover:text-ink"
            >
              <ImagePlus aria-hidden className="size-5" strokeWidth={1.5} />
              Add pictures
            </label>
          </li>
        )}
      </ul>
      <FieldMessage id={`${id}-message`} error={message} />
      <output className="sr-only">{news}</output>
    </fieldset>
  );
}

function roomFor(most: number): string {
  return `An auction has at most ${most} pictures: the others were left out`;
}
