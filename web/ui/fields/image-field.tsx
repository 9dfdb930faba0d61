import { ImagePlus, Trash2 } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";

import { Button } from "../button.tsx";
import { classes } from "../classes.ts";
import { FieldMessage } from "./field.tsx";
import { FileImage } from "./file-image.tsx";
import { ACCEPTED_TYPES, prepareFile, UNREADABLE } from "./prepare-file.ts";

type ImageFieldProps = {
  label: string;
  hint?: string;
  /** The newly chosen file. */
  file: File | null;
  /** The current image, if it's kept. */
  currentUrl?: string | null;
  maxBytes: number;
  /** The server's refusal, or the problem with the chosen file. */
  error?: string | undefined;
  /** `null` removes the chosen file, or the current image. */
  onChange: (file: File | null) => void;
  shape?: "wide" | "round";
  /** Set if the parent checks and handles the chosen files. The field accepts several while it is empty. */
  picker?: { readonly label: string; readonly onChoose: (files: readonly File[]) => void };
};

/** A field for one image, chosen by button, keyboard or drag and drop, with a preview and buttons to change it. */
export function ImageField(props: ImageFieldProps) {
  const { label, hint, file, currentUrl = null, maxBytes, error, onChange, shape = "wide", picker } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  /** The latest choice. An earlier one that finishes later has no effect. */
  const choice = useRef<File | null>(null);
  const hasImage = file !== null || currentUrl !== null;
  const isRound = shape === "round";

  const chooseFile = async (files: readonly File[]) => {
    const [chosen] = files;
    if (!chosen) return;
    if (picker) return picker.onChoose(hasImage ? [chosen] : files);
    choice.current = chosen;
    const prepared = await prepareFile(chosen, maxBytes);
    if (choice.current !== chosen) return;
    setProblem("problem" in prepared ? prepared.problem : null);
    if ("file" in prepared) onChange(prepared.file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(false);
    void chooseFile(Array.from(event.dataTransfer.files));
  };
  const remove = () => {
    choice.current = null;
    setProblem(null);
    onChange(null);
    input.current?.focus();
  };

  const message = problem ?? error;
  const className = isRound
    ? "size-24 rounded-full object-cover"
    : "aspect-4/3 w-full rounded-lg bg-sunken object-contain";
  return (
    <div>
      <span className="mb-1.5 block text-sm font-medium" id={`${id}-label`}>
        {label}
      </span>
      <input
        ref={input}
        id={id}
        type="file"
        multiple={picker !== undefined && !hasImage}
        accept={ACCEPTED_TYPES}
        aria-labelledby={`${id}-label`}
        aria-describedby={message || hint ? `${id}-message` : undefined}
        aria-invalid={Boolean(message)}
        className="peer sr-only"
        onChange={(event) => {
          void chooseFile(Array.from(event.target.files ?? []));
          // Lets the person choose the same file again after removing it.
          event.target.value = "";
        }}
      />
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsDraggedOver(true);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={drop}
        className={classes(
          "rounded-lg peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent",
          isRound && "flex flex-wrap items-center gap-5",
        )}
      >
        {file ? (
          <FileImage
            file={file}
            alt={`Preview of ${file.name}`}
            className={className}
            onUnreadable={() => {
              onChange(null);
              setProblem(UNREADABLE);
            }}
          />
        ) : currentUrl ? (
          <img src={currentUrl} alt={isRound ? "Current photo" : "Current cover"} className={className} />
        ) : (
          <label
            htmlFor={id}
            className={classes(
              "flex cursor-pointer flex-col items-center justify-center border border-dashed text-muted transition-colors hover:border-accent hover:text-ink",
              isDraggedOver ? "border-accent bg-accent-soft" : message ? "border-danger" : "border-line-strong",
              isRound ? "size-24 rounded-full" : "aspect-4/3 w-full gap-3 rounded-lg px-6 text-center text-sm",
            )}
          >
            <ImagePlus aria-hidden className="size-6" strokeWidth={1.5} />
            {!isRound && (
              <span>
                {picker && <span className="mb-1 block text-base font-medium text-ink">{picker.label}</span>}
                {/* Only shown for a mouse, which drag and drop needs. */}
                <span className="pointer-coarse:hidden">
                  {picker ? "Drop them here, or choose them" : "Drop a photo here, or choose one"}
                </span>
              </span>
            )}
          </label>
        )}
        <div className={isRound ? "flex flex-col items-start gap-2" : "mt-3 flex gap-2"}>
          <Button variant="secondary" size="sm" tabIndex={-1} onClick={() => input.current?.click()}>
            {hasImage ? "Change" : isRound ? "Upload photo" : picker ? "Choose photos" : "Choose photo"}
          </Button>
          {hasImage && (
            <Button variant="quiet" size="sm" onClick={remove}>
              <Trash2 aria-hidden className="size-4" />
              Remove
            </Button>
          )}
        </div>
      </div>
      <FieldMessage id={`${id}-message`} error={message} hint={hint} />
    </div>
  );
}
