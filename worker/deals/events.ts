/** Deal events as D1 stores them, and as responses show them. */
import type { PublicDealEvent } from "../contract/deal.ts";
import { toIso } from "../listings/queries/listings.ts";
import { parseStored } from "../platform/parse-stored.ts";
import type { DealEvent } from "../rules/deal.ts";

/**
 * An event, with its author's note and the reason an admin hid that note. Each is null if there is none.
 */
export type EventWithNote = DealEvent & { readonly note: string | null; readonly hiddenReason: string | null };

/** Parses the JSON array with a deal's events. */
export function parseEvents(json: unknown): EventWithNote[] {
  return parseStored<EventWithNote[]>(String(json)).toSorted((one, other) => one.seq - other.seq);
}

/** For both sides. Neither can read a hidden note. */
export function toPublicDealEvent({ seq, at, by, fact, note, hiddenReason }: EventWithNote): PublicDealEvent {
  const noteHidden = hiddenReason !== null;
  return { seq, at: toIso(at), by, ...fact, note: noteHidden ? null : note, noteHidden };
}
