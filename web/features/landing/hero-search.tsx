import type { FormEvent } from "react";
import { useNavigate } from "react-router";

import { MAX_SEARCH_LENGTH } from "../../../worker/contract/lengths.ts";
import { paths, searchPath } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { SpriteIcon } from "../../ui/sprite-icon.tsx";

/** Opens the auctions that match a search, or all auctions if it's empty. */
export function HeroSearch() {
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = event.currentTarget.querySelector("input")?.value.trim();
    void navigate(text ? searchPath(text) : paths.auctions);
  };
  return (
    <search>
      <form onSubmit={search} className="relative mt-8 max-w-xl">
        <SpriteIcon name="search" className="pointer-events-none absolute top-4.5 left-4 size-5 text-muted" />
        <input
          type="search"
          aria-label="Search for an item"
          placeholder="A watch, a chair, a first edition…"
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          className="h-14 w-full rounded-lg border border-line-strong bg-surface pr-28 pl-12 text-base text-ellipsis shadow-raised placeholder:text-muted"
        />
        <Button type="submit" className="absolute top-1.5 right-1.5">
          Search
        </Button>
      </form>
    </search>
  );
}
