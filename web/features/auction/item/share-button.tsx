import { Check, Share2 } from "lucide-react";
import { useEffect, useState } from "react";

/** Long enough to read the note. */
const NOTE_MS = 4_000;

type ShareButtonProps = { title: string; url: string };
type Note = "copied" | "failed" | null;

/** Opens the system's share menu if there is one. Otherwise copies the URL. */
export function ShareButton({ title, url }: ShareButtonProps) {
  const [note, setNote] = useState<Note>(null);
  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), NOTE_MS);
    return () => clearTimeout(timer);
  }, [note]);
  const Icon = note === "copied" ? Check : Share2;
  return (
    <div className="relative">
      <button
        type="button"
        aria-label="Share this item"
        title="Share this item"
        onClick={() => void share(title, url).then(setNote)}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-surface text-muted shadow-raised transition-colors hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
      <output
        className={
          note === null
            ? "sr-only"
            : "absolute top-12 right-0 z-10 rounded-md border border-line bg-surface px-3 py-2 text-sm whitespace-nowrap shadow-lifted"
        }
      >
        {note === "copied" && "Link copied"}
        {note === "failed" && "Copy the link from the address bar"}
      </output>
    </div>
  );
}

/**
 * Returns the note to show. Null after the system's menu, which reports the result itself. Null, too, if the person
 * dismissed the menu.
 */
async function share(title: string, url: string): Promise<Note> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return null;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return null;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "failed";
  }
}
