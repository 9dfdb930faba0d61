import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent } from "react";

import { normalizeToText } from "../../../worker/contract/text/normalize-text.ts";
import { toMajor } from "../../../worker/rules/money.ts";
import { settingsQuery } from "../../api/settings.ts";
import { Button } from "../../ui/button.tsx";
import { readAmount } from "../../ui/fields/typed-amount.ts";
import type { FilterChanges, IgnoredFilter } from "./filter.ts";
import { ignoredFiltersText } from "./ignored-filters-text.ts";
import { useCategoryOptions } from "./use-category-options.ts";

type FilterNotesProps = {
  ignored: readonly IgnoredFilter[];
  /** Corrects the URL. Back doesn't return to the one that couldn't be read. */
  onCorrect: (changes: FilterChanges) => void;
  onClear: (changes: FilterChanges) => void;
};

/**
 * Shows the filters that the list ignores. Amounts in the reader's own format and categories by name are understood,
 * and the URL is corrected. Loaded only if a URL has such a filter.
 */
export default function FilterNotes({ ignored, onCorrect, onClear }: FilterNotesProps) {
  const { data: settings, isPending } = useQuery(settingsQuery);
  const categories = useCategoryOptions();
  const corrections: FilterChanges = {};
  for (const { name, texts, reason } of ignored) {
    const [text, ...others] = texts;
    if (text === undefined || others.length > 0 || reason !== undefined) continue;
    if (name === "minPrice" || name === "maxPrice") {
      const price = settings ? readAmount(text, settings.currency) : null;
      if (price?.kind === "amount") corrections[name] = String(toMajor(price.minor));
    }
    if (name === "category") {
      const match = categories.find(
        ({ value, label }) => value !== "" && normalizeToText(label) === normalizeToText(text),
      );
      if (match) corrections.category = match.value;
    }
  }
  const isCorrected = Object.keys(corrections).length > 0;
  const correct = useEffectEvent(() => onCorrect(corrections));
  useEffect(() => {
    if (isCorrected) correct();
  }, [isCorrected]);
  // Waits for the currency before it calls an amount unreadable.
  const isWaiting = isPending && ignored.some(({ name }) => name === "minPrice" || name === "maxPrice");
  if (isCorrected || isWaiting) return null;
  // A search that is too long is shortened, not left out.
  const isLeftOut = ignored.some(({ reason }) => reason !== "too long");
  return (
    <div role="alert" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warning-soft px-4 py-2">
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 basis-60 text-sm font-medium wrap-anywhere text-warning">
        {ignoredFiltersText(ignored)}
        {isLeftOut && ` Showing results without ${ignored.length === 1 ? "it" : "them"}.`}
      </p>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => onClear(Object.fromEntries(ignored.map(({ name }) => [name, ""])))}
      >
        Clear
      </Button>
    </div>
  );
}
