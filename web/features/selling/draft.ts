/**
 * The new listing that somebody left unfinished, as long as the page lives: a look elsewhere, or a session that ended
 * on the way, loses nothing. It is given back only to the person who wrote it.
 */
import type { ListingValues } from "./listing-schema.ts";
import type { Pictures } from "./pictures.ts";

export type ListingDraft = { values: ListingValues; pictures: Pictures };

export const EMPTY_DRAFT: ListingDraft = {
  values: { title: "", category: "", description: "", startingPrice: "", end: { day: "", time: "" } },
  pictures: [],
};

let kept: { userId: string; draft: ListingDraft } | null = null;

export function keepDraft(userId: string, draft: ListingDraft): void {
  kept = { userId, draft };
}

export function draftOf(userId: string): ListingDraft {
  return kept?.userId === userId ? kept.draft : EMPTY_DRAFT;
}
