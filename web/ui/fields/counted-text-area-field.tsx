import type { ComponentProps } from "react";

import { lengthOf } from "../../../worker/contract/text/clean-text.ts";
import { format } from "../format.ts";
import { TextAreaField } from "./text-area-field.tsx";

type CountedTextAreaFieldProps = Omit<ComponentProps<typeof TextAreaField>, "note"> & {
  /** The text in the field. */
  typed: string;
  /** In characters as people count them. */
  max: number;
  optional?: boolean;
};

/** A text area with its length and its limit. */
export function CountedTextAreaField({ typed, max, optional = false, ...area }: CountedTextAreaFieldProps) {
  const length = lengthOf(typed);
  return (
    <TextAreaField
      {...area}
      note={
        <span className={length > max ? "text-danger" : "text-muted"}>
          {optional && "Optional · "}
          <span className="tabular-nums">
            {format.number(length)} / {format.number(max)}
          </span>
        </span>
      }
    />
  );
}
