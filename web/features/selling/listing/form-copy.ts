/**
 * A copy of the form of a new listing in this browser, as long as the server does not have all of it: texts and pictures
 * outlive a reload, a closed tab, and a tab that a phone's camera has pushed out of memory.
 */
import { clear, createStore, del, entries, set } from "idb-keyval";
import { z } from "zod";

import { image } from "../../../../worker/contract/catalogue.ts";
import { draftFields } from "../../../../worker/contract/draft.ts";
import { endedByChoice, onSessionChange } from "../../../api/session.ts";

/** What is stored may come from an earlier version of these pages. `keptAt` is epoch ms. */
const formCopy = z.object({
  id: z.string(),
  /** Of the draft that the form replaces; 0 where none was saved. */
  version: z.number(),
  fields: draftFields,
  images: z.array(z.object({ id: z.string(), file: z.instanceof(File).nullable(), current: image.nullable() })),
  keptAt: z.number(),
});
export type FormCopy = Readonly<Omit<z.infer<typeof formCopy>, "keptAt">>;

/** A form that nobody came back to for so long is forgotten. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

type Store = ReturnType<typeof createStore>;
type Change = (store: Store) => Promise<void>;

// Module state, because a browser has one database: it is opened once, and of the changes of one form that wait only the
// last is made.
let opened: Store | undefined;
const waiting = new Map<string, Change>();
let isChanging = false;

/** The copy of this draft; without one named, the form that was changed last. */
export async function readFormCopy(userId: string, draftId: string | null): Promise<FormCopy | null> {
  const found = (await inStore((store) => entries<string, unknown>(store))) ?? [];
  const since = Date.now() - MAX_AGE_MS;
  const copies = found.flatMap(([key, value]) => {
    const { data } = formCopy.safeParse(value);
    if (!data || data.keptAt < since) void change(key, (store) => del(key, store));
    else if (key === keyOf(userId, data.id)) return [data];
    return [];
  });
  const [newest] = copies.toSorted((one, other) => other.keptAt - one.keptAt);
  return (draftId === null ? newest : copies.find(({ id }) => id === draftId)) ?? null;
}

export function keepFormCopy(userId: string, { id, ...copy }: FormCopy): void {
  const key = keyOf(userId, id);
  void change(key, (store) => set(key, { id, ...copy, keptAt: Date.now() }, store));
}

export function forgetFormCopy(userId: string, id: string): void {
  const key = keyOf(userId, id);
  void change(key, (store) => del(key, store));
}

onSessionChange((user) => {
  if (user === null && endedByChoice()) void change("", clear);
});

function keyOf(userId: string, draftId: string): string {
  return `${userId} ${draftId}`;
}

async function change(key: string, asked: Change): Promise<void> {
  waiting.set(key, asked);
  if (isChanging) return;
  isChanging = true;
  for (const [due, make] of waiting) {
    waiting.delete(due);
    // Meanwhile a newer change of the same form takes the place of an older one.
    await inStore(make);
  }
  isChanging = false;
}

/**
 * Undefined where the browser keeps nothing, as some do in private windows or on a full disk: then there is no copy, and
 * the draft on the server is a few seconds behind.
 */
async function inStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result | undefined> {
  if (typeof indexedDB === "undefined") return undefined;
  try {
    opened ??= createStore("lotline-forms", "copies");
    return await use(opened);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
