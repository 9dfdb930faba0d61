import { Search, X } from "lucide-react";
import { startTransition, useRef, useState } from "react";

import { MAX_SEARCH_LENGTH } from "../../../worker/contract/lengths.ts";
import { classes } from "../../ui/classes.ts";
import { CONTROL_CLASS } from "../../ui/fields/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";

/** Long enough not to search for every letter, short enough to feel instant. */
const DEBOUNCE_MS = 250;

type SearchBoxProps = { value: string; onSearch: (text: string) => void };

/**
 * Search as you type. When the URL changes elsewhere (Back, a cleared filter), the field follows. A search from the
 * field never overwrites the field, which may already have more text.
 */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [knownValue, setKnownValue] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const search = useDebounced((next: string) => {
    // The URL, and with it the text, changed during the pause.
    if (next !== text) return;
    // In the same transition as the URL. Otherwise, the old URL would look like a change.
    startTransition(() => {
      setKnownValue(next.trim());
      onSearch(next.trim());
    });
  }, DEBOUNCE_MS);

  if (value !== knownValue) {
    setKnownValue(value);
    if (value !== text.trim()) setText(value);
  }

  const change = (next: string) => {
    setText(next);
    search(next);
  };

  return (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-muted" />
      <input
        ref={input}
        type="search"
        aria-label="Search title and description"
        placeholder="Search title and description"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => change(event.target.value)}
        className={classes(CONTROL_CLASS, "h-11 pr-11 pl-10 text-ellipsis [&::-webkit-search-cancel-button]:hidden")}
      />
      {text && (
        <IconButton
          label="Clear search"
          className="absolute top-0.5 right-0.5"
          onClick={() => {
            change("");
            input.current?.focus();
          }}
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  );
}
