import { Autocomplete } from "@base-ui/react/autocomplete";
import { Popover } from "@base-ui/react/popover";
import { useQuery } from "@tanstack/react-query";
import { Clock, LayoutGrid, Search, SpellCheck, Store, X } from "lucide-react";
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { useNavigate } from "react-router";

import type { ListedAuction, Person } from "../../../worker/contract/catalogue.ts";
import { MAX_SEARCH_LENGTH } from "../../../worker/contract/lengths.ts";
import { fullName } from "../../../worker/contract/text/full-name.ts";
import { containsText } from "../../../worker/contract/text/normalize-text.ts";
import { endingQuery, suggestionsQuery } from "../../api/auctions.ts";
import { categoriesQuery } from "../../api/categories.ts";
import { sellersQuery } from "../../api/sellers.ts";
import { serverNow } from "../../api/server-clock.ts";
import { categoryPath, paths, searchPath } from "../../paths.ts";
import { CONTROL_CLASS } from "../../ui/fields/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Countdown } from "../../ui/items/countdown.tsx";
import { Price } from "../../ui/items/price.tsx";
import { SizedImage } from "../../ui/sized-image.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { takeCapturedText } from "./captured-typing.ts";
import { clearRecentSearches, readRecentSearches, saveRecentSearch } from "./recent-searches.ts";

/** Long enough not to search for every letter, short enough to feel instant. */
const DEBOUNCE_MS = 200;
const MAX_CATEGORIES = 3;

/** How many items ending soon to show before anything is typed. */
const MAX_ENDING_ITEMS = 4;

/** `name` is what the list shows and screen readers read. */
type Suggestion =
  | { readonly kind: "recent"; readonly name: string }
  | { readonly kind: "correction"; readonly name: string }
  | { readonly kind: "category"; readonly name: string; readonly id: string }
  | { readonly kind: "seller"; readonly name: string; readonly id: string }
  | { readonly kind: "item"; readonly name: string; readonly auction: ListedAuction };

/** Suggestions under one heading. */
type SuggestionGroup = { readonly value: string; readonly items: readonly Suggestion[] };

type SearchDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button in the header, which the field covers. */
  anchor: RefObject<HTMLButtonElement | null>;
};

/** The space between the field and the edge of the panel, including its border, in pixels. */
const PADDING_PX = 8;

/** The search on every page. It searches all auctions, and suggests results under the field as you type. */
export default function SearchDialog({ open, onOpenChange, anchor }: SearchDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={(next) => onOpenChange(next)} modal>
      <Popover.Portal>
        <Popover.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 sm:bg-transparent" />
        <Popover.Positioner
          anchor={anchor}
          align="end"
          alignOffset={-PADDING_PX}
          sideOffset={({ anchor: { height } }) => -height - PADDING_PX}
          collisionAvoidance={{ side: "none", align: "shift" }}
          collisionPadding={2}
          className="z-50"
        >
          <Popover.Popup
            initialFocus={field}
            finalFocus={anchor}
            className="max-h-(--available-height) w-md max-w-(--available-width) overflow-y-auto rounded-lg border border-line bg-surface p-[7px] shadow-overlay transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Popover.Title className="sr-only">Search auctions</Popover.Title>
            <SearchForm field={field} onDone={() => onOpenChange(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type SearchFormProps = { field: RefObject<HTMLInputElement | null>; onDone: () => void };

/** Mounted each time the dialog opens, so that the last search is among the recent ones. */
function SearchForm({ field, onDone }: SearchFormProps) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  const [recentTexts, setRecentTexts] = useState(readRecentSearches);
  const searchLater = useDebounced((next: string) => setSearch(next.trim()), DEBOUNCE_MS);
  const suggestions = useQuery(suggestionsQuery(search));
  const { data: categories = [] } = useQuery(categoriesQuery);

  const { data: sellers = [] } = useQuery(sellersQuery(search));

  const typed = text.trim();
  const ending = useQuery({ ...endingQuery, enabled: typed === "" });
  // The results of a search stay until the next ones arrive.
  const results = search === "" ? undefined : suggestions.data;
  const groups = (
    typed === ""
      ? [
          { value: "Recent searches", items: recentTexts.map((name) => ({ kind: "recent", name }) as const) },
          { value: "Ending soon", items: (ending.data ?? []).slice(0, MAX_ENDING_ITEMS).map(itemSuggestion) },
        ]
      : [
          {
            value: "Did you mean",
            items: results?.didYouMean ? [{ kind: "correction", name: results.didYouMean } as const] : [],
          },
          {
            value: "Categories",
            items: categories
              .filter(({ name }) => containsText(name, typed))
              .slice(0, MAX_CATEGORIES)
              .map(({ _id, name }) => ({ kind: "category", id: _id, name }) as const),
          },
          { value: "Sellers", items: search === "" ? [] : sellers.map(sellerSuggestion) },
          { value: "Items", items: (results?.auctions ?? []).map(itemSuggestion) },
        ]
  ).filter(({ items }) => items.length > 0) satisfies SuggestionGroup[];
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  const change = (next: string) => {
    setText(next);
    searchLater(next);
  };
  /** Takes over text typed before the field had focus. */
  const takeOver = () => {
    const early = takeCapturedText();
    if (early.text !== "") change(text + early.text);
    if (early.wasEnterPressed && early.text.trim() !== "") searchFor(early.text.trim());
  };
  const goTo = (path: string) => {
    onDone();
    void navigate(path);
  };
  const searchFor = (words: string) => {
    saveRecentSearch(words);
    goTo(searchPath(words));
  };
  const follow = (chosen: Suggestion) => {
    if (chosen.kind === "recent" || chosen.kind === "correction") searchFor(chosen.name);
    else if (chosen.kind === "category") goTo(categoryPath(chosen.id));
    else if (chosen.kind === "seller") goTo(paths.seller(chosen.id));
    else {
      if (typed !== "") saveRecentSearch(typed);
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
          items={groups}
          itemToStringValue={(item: Suggestion | SuggestionGroup) => ("name" in item ? item.name : item.value)}
          value={text}
          onValueChange={(next, { reason }) => {
            // A chosen suggestion opens. It doesn't become the search text.
            if (reason === "item-press") return;
            change(next);
          }}
        >
          <div className="relative flex items-center gap-1">
            <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-muted" />
            <Autocomplete.Input
              ref={field}
              onFocus={takeOver}
              aria-label="Search auctions"
              placeholder="Brand, title or description"
              enterKeyHint="search"
              maxLength={MAX_SEARCH_LENGTH}
              className={`${CONTROL_CLASS} h-11 pl-10`}
            />
            {/* On a phone there is little room to tap outside the panel. */}
            <Popover.Close render={<IconButton label="Close" className="sm:sr-only" />}>
              <X aria-hidden className="size-5" />
            </Popover.Close>
          </div>
          <Autocomplete.Status className={count > 0 && !suggestions.isError ? "sr-only" : STATUS_CLASS}>
            {statusText({
              typed,
              isSearching: typed !== search || suggestions.isFetching,
              hasFailed: suggestions.isError,
              count,
            })}
          </Autocomplete.Status>
          <Autocomplete.List>
            {(group: SuggestionGroup) => (
              <Autocomplete.Group key={group.value} items={group.items} className="mt-2">
                <Autocomplete.GroupLabel className="px-3 pt-1 text-xs font-medium text-muted">
                  {group.value}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(suggestion: Suggestion) => (
                    <Autocomplete.Item
                      key={suggestionKey(suggestion)}
                      value={suggestion}
                      onClick={() => follow(suggestion)}
                      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-sm data-highlighted:bg-sunken"
                    >
                      <SuggestionBody suggestion={suggestion} />
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </Autocomplete.Root>
        <div className="mt-2 flex items-center justify-between gap-4 border-t border-line px-3 pt-3 pb-1 text-sm">
          <button type="submit" className="rounded-sm font-medium text-accent hover:underline">
            {typed === "" ? "All auctions" : `All results for “${typed}”`}
          </button>
          {typed === "" && recentTexts.length > 0 && (
            <button
              type="button"
              className="rounded-sm text-muted hover:text-ink hover:underline"
              onClick={() => {
                clearRecentSearches();
                setRecentTexts([]);
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

/** For the visible status line. Once there are suggestions, the line is only for screen readers. */
const STATUS_CLASS = "mt-2 px-3 py-1 text-sm text-muted empty:hidden";

type SearchState = {
  readonly typed: string;
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
  readonly count: number;
};

function statusText({ typed, isSearching, hasFailed, count }: SearchState): string {
  if (typed === "") return "";
  if (isSearching) return "Searching…";
  if (hasFailed) return "We can't show suggestions right now. Press Enter to search.";
  if (count === 0) return "No live auctions found";
  return count === 1 ? "1 suggestion" : `${count} suggestions`;
}

function itemSuggestion(auction: ListedAuction): Suggestion {
  return { kind: "item", name: auction.title, auction };
}

function sellerSuggestion(seller: Person): Suggestion {
  return { kind: "seller", name: fullName(seller), id: seller._id };
}

function suggestionKey(suggestion: Suggestion): string {
  const { kind, name } = suggestion;
  if (kind === "item") return suggestion.auction._id;
  return kind === "seller" ? suggestion.id : `${kind} ${name}`;
}

const ICONS = { recent: Clock, correction: SpellCheck, category: LayoutGrid, seller: Store };

function SuggestionBody({ suggestion }: { suggestion: Suggestion }): ReactNode {
  if (suggestion.kind === "item") {
    const { images: cover, title, currentBid, currency, auctionEndTime } = suggestion.auction;
    return (
      <>
        <SizedImage image={cover} alt="" width={48} height={48} sizes="48px" className="size-12 shrink-0 rounded-md" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-ink">{title}</span>
          <span className="mt-0.5 flex gap-2 text-xs text-muted">
            <Price amount={currentBid} currency={currency} />
            <span aria-hidden>·</span>
            <Countdown targetAt={Date.parse(auctionEndTime)} now={serverNow} />
          </span>
        </span>
      </>
    );
  }
  const Icon = ICONS[suggestion.kind];
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {suggestion.name}
      </span>
    </>
  );
}
