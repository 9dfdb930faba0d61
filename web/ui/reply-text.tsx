import { CornerDownRight } from "lucide-react";
import type { ReactNode } from "react";

import { HiddenNote } from "./hidden-note.tsx";

type ReplyTextProps = {
  name: "Answer" | "Reply";
  text: string;
  /** Why admins have hidden the reply. */
  hidden: { readonly reason: string } | undefined;
  /** The author and the time. */
  children: ReactNode;
};

/** A reply, below the text that it answers. */
export function ReplyText({ name, text, hidden, children }: ReplyTextProps) {
  return (
    <div className="mt-3 flex gap-2.5 rounded-md bg-sunken px-4 py-3">
      <CornerDownRight aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="break-words whitespace-pre-line">
          <span className="sr-only">{name}: </span>
          {text}
        </p>
        <p className="mt-1 text-sm text-muted">{children}</p>
        {hidden && <HiddenNote subject={name.toLowerCase()} reason={hidden.reason} />}
      </div>
    </div>
  );
}
