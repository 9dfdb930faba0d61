import { Autocomplete } from "@base-ui/react/autocomplete";
import { useQuery } from "@tanstack/react-query";
import { Clock, LayoutGrid, Search } from "lucide-react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { MAX_SEARCH } from "../../../worker/contract/lengths.ts";
import { suggestionsQuery } from "../../api/auctions.ts";
import { categoriesQuery } from "../../api/categories.ts";
import { serverNow } from "../../api/server-clock.ts";
import { categoryPath, paths, searchPath } from "../../paths.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { controlClass } from "../../ui/field.tsx";
import { Price } from "../../ui/price.tsx";
import { SizedImage } from "../../ui/sized-image.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { takeTyped } from "./early-typing.ts";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches.ts";

/** Long enough not to search for every letter, short enough to feel immediate. */
const PAUSE_MS = 200;
const MAX_CATEGORIES = 3;

/** `name` is what the list shows and screen readers read. */
type Suggestion =
  | { readonly kind: "recent"; readonly name: string }
  | { readonly kind: "category"; readonly name: string; readonly id: string }
  | { readonly kind: "lot"; readonly name: string; readonly auction: Auction };

type SearchDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The search of every page: what is typed is looked for in all auctions, and live lots are suggested meanwhile. */
export default function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search auctions" initialFocus={field}>
      <SearchForm field={field} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type SearchFormProps = { field: React.RefObject<HTMLInputElement | null>; onDone: () => void };

/** Each opening mounts it, so the last search is among the recent ones. */
function SearchForm({ field, onDone }: SearchFormProps) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  const [recent, setRecent] = useState(recentSearches);
  const searchLater = useDebounced((next: string) => setSearch(next.trim()), PAUSE_MS);
  const lots = useQuery(suggestionsQuery(search));
  const { data: categories = [] } = useQuery(categoriesQuery);

  const typed = text.trim();
  // Lots of an earlier search stay until those of the next are there.
  const found = search === "" ? [] : (lots.data ?? []);
  const suggestions: Suggestion[] =
    typed === ""
      ? recent.map((name) => ({ kind: "recent", name }))
      : [
          ...categories
            .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
            .slice(0, MAX_CATEGORIES)
            .map(({ _id, name }) => ({ kind: "category", id: _id, name }) as const),
          ...found.map((auction) => ({ kind: "lot", name: auction.title, auction }) as const),
        ];

  const change = (next: string) => {
    setText(next);
    searchLater(next);
  };
  /** Takes over what was typed before the field had the focus. */
  const takeOver = () => {
    const early = takeTyped();
    if (early.text !== "") change(text + early.text);
    if (early.isEntered && early.text.trim() !== "") searchFor(early.text.trim());
  };
  const goTo = (path: string) => {
    onDone();
    void navigate(path);
  };
  const searchFor = (words: string) => {
    rememberSearch(words);
    goTo(searchPath(words));
  };
  const follow = (chosen: Suggestion) => {
    if (chosen.kind === "recent") searchFor(chosen.name);
    else if (chosen.kind === "category") goTo(categoryPath(chosen.id));
    else {
      rememberSearch(typed);
      goTo(paths.auction(chosen.auction._id));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === "") goTo(paths.auctions);
    else searchFor(typed);
  };

  return (
    <search>
      <form onSubmit={submit}>
        <Autocomplete.Root
          inline
          open
          mode="none"
          items={suggestions}
          itemToStringValue={({ name }: Suggestion) => name}
          value={text}
          onValueChange={(next, { reason }) => {
            // A chosen suggestion is opened, and does not become the search text.
            if (reason === "item-press") return;
            change(next);
          }}
        >
          <div className="relative">
            <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-muted" />
            <Autocomplete.Input
              ref={field}
              onFocus={takeOver}
              aria-label="Search auctions"
              placeholder="Brand, title or description"
              enterKeyHint="search"
              maxLength={MAX_SEARCH}
              className={`${controlClass} h-11 pl-10`}
            />
          </div>
          <Autocomplete.Status className="mt-3 min-h-5 text-sm text-muted">
            {statusText({ typed, searching: typed !== search || lots.isFetching, failed: lots.isError, suggestions })}
          </Autocomplete.Status>
          <Autocomplete.List className="-mx-3 mt-1">
            {(suggestion: Suggestion) => (
              <Autocomplete.Item
                key={suggestion.kind === "lot" ? suggestion.auction._id : `${suggestion.kind} ${suggestion.name}`}
                value={suggestion}
                onClick={() => follow(suggestion)}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-sm data-highlighted:bg-sunken"
              >
                <SuggestionBody suggestion={suggestion} />
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Root>
        <div className="mt-4 flex items-center justify-between gap-4 border-t border-line pt-4 text-sm">
          <button type="submit" className="rounded-sm font-medium text-accent hover:underline">
            {typed === "" ? "All auctions" : `All results for “${typed}”`}
          </button>
          {typed === "" && recent.length > 0 && (
            <button
              type="button"
              className="rounded-sm text-muted hover:text-ink hover:underline"
              onClick={() => {
                forgetSearches();
                setRecent([]);
                field.current?.focus();
              }}
            >
              Clear recent searches
            </button>
          )}
        </div>
      </form>
    </search>
  );
}

type Shown = {
  readonly typed: string;
  readonly searching: boolean;
  readonly failed: boolean;
  readonly suggestions: readonly Suggestion[];
};

function statusText({ typed, searching, failed, suggestions }: Shown): string {
  if (typed === "") return suggestions.length > 0 ? "Recent searches" : "";
  if (searching) return "Searching…";
  if (failed) return "Suggestions cannot be shown now. Press Enter to search.";
  if (suggestions.length === 0) return "No live auction found";
  return suggestions.length === 1 ? "1 suggestion" : `${suggestions.length} suggestions`;
}

function SuggestionBody({ suggestion }: { suggestion: Suggestion }): ReactNode {
  if (suggestion.kind === "lot") {
    const { images: cover, title, currentBid, currency, auctionEndTime } = suggestion.auction;
    return (
      <>
        <SizedImage image={cover} alt="" width={48} height={48} sizes="48px" className="size-12 shrink-0 rounded-md" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-ink">{title}</span>
          <span className="mt-0.5 flex gap-2 text-xs text-muted">
            <Price amount={currentBid} currency={currency} />
            <span aria-hidden>·</span>
            <Countdown endsAt={Date.parse(auctionEndTime)} now={serverNow} />
          </span>
        </span>
      </>
    );
  }
  const Icon = suggestion.kind === "recent" ? Clock : LayoutGrid;
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{suggestion.name}</span>
      {suggestion.kind === "category" && <span className="shrink-0 text-xs text-muted">Category</span>}
    </>
  );
}
