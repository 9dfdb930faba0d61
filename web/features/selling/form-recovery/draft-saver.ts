/**
 * Keeps one listing's form and saves it as a draft, seconds after each change. It outlives the form's page, so a save
 * that is running or fails when the person leaves isn't lost. One save runs at a time, and each contains the version it
 * replaces, so a newer version from another tab or device is never overwritten.
 */
import type { Image } from "../../../../worker/contract/catalogue.ts";
import type { SavedDraft } from "../../../../worker/contract/draft.ts";
import type { SaveDraftInput } from "../../../api/drafts.ts";
import { ApiFailure, isDecided, messageOf } from "../../../api/failure.ts";
import { randomUUID } from "../../../browser/random-uuid.ts";
import { type ListingImages, newFiles, toImageInputs, withStoredImages } from "../listing/listing-images.ts";
import { EMPTY_CONTENT, type ListingContent } from "../listing/use-listing-form.ts";

/** After the last change. Longer than a pause in typing. */
const SAVE_DEBOUNCE_MS = 3_000;
/** After a save that got no response, for example when offline. */
const RETRY_MS = 15_000;

/**
 * `changed` is not saved yet. `failed` is retried automatically, `refused` after the next change. Saving ends if
 * another page has saved a newer version (`conflict`), deleted the draft (`gone`) or listed the item (`published`).
 */
export type DraftStatus =
  | { readonly kind: "changed" | "saving" | "saved" | "conflict" | "gone" | "published" }
  | { readonly kind: "failed" | "refused"; readonly message: string };

const FINAL_STATUSES: Readonly<Record<string, "conflict" | "gone" | "published">> = {
  draft_conflict: "conflict",
  draft_not_found: "gone",
  draft_published: "published",
};

const OFFLINE = "We can't reach the server. What you typed stays here, and we'll save it once we can.";

/** The server has stored the images that were `sent`. */
type StoredListener = (sent: ListingImages, stored: readonly Image[]) => void;

type DraftSaverOptions = {
  readonly id: string;
  readonly version: number;
  readonly content: ListingContent;
  readonly locationKey: string;
  /** If the content is this browser's copy: what the server may have received before the page closed. */
  readonly unconfirmedContent?: ListingContent | null;
};

type DraftRequests = {
  readonly save: (draft: SaveDraftInput) => Promise<SavedDraft>;
  readonly onSaved: () => void;
  /**
   * For the browser's copy. Called with the content that the server doesn't have yet, or null once it has everything.
   */
  readonly onUnsaved: (content: ListingContent | null) => void;
};

export class DraftSaver {
  readonly id: string;
  /** Identifies this form. Opening a draft a second time makes another form. */
  readonly key = randomUUID();
  /** The history entry in which the form was opened. */
  readonly locationKey: string;
  readonly #requests: DraftRequests;
  #version: number;
  #content: ListingContent;
  /** The server's content, to compare with. */
  #storedText: string;
  /**
   * What was sent without a response, so the server may have it. It's sent again before anything newer, which would
   * otherwise look like a change from another tab. The server recognizes it as a retry.
   */
  #unconfirmedContent: ListingContent | null;
  #status: DraftStatus = { kind: "saved" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #runningSave: Promise<void> | null = null;
  #isPaused = false;
  #pendingImageCount = 0;
  readonly #listeners = new Set<() => void>();
  readonly #storedListeners = new Set<StoredListener>();

  /** A new draft (`version` 0) can start with content. A saved one starts with the server's. */
  constructor(
    { id, version, content, locationKey, unconfirmedContent = null }: DraftSaverOptions,
    requests: DraftRequests,
  ) {
    this.id = id;
    this.locationKey = locationKey;
    this.#version = version;
    this.#content = content;
    this.#storedText = unconfirmedContent ? "" : textOf(version === 0 ? EMPTY_CONTENT : content);
    this.#unconfirmedContent = unconfirmedContent;
    this.#requests = requests;
  }

  /** 0 until the draft is saved for the first time. */
  get version(): number {
    return this.#version;
  }

  get content(): ListingContent {
    return this.#content;
  }

  /** For the browser's copy: what was sent without a response so far. */
  get unconfirmedContent(): ListingContent | null {
    return this.#unconfirmedContent;
  }

  get status(): DraftStatus {
    return this.#status;
  }

  get isSaved(): boolean {
    return this.#unconfirmedContent === null && textOf(this.#content) === this.#storedText;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly onStored = (listener: StoredListener): (() => void) => {
    this.#storedListeners.add(listener);
    return () => this.#storedListeners.delete(listener);
  };

  /** Whether closing the page now would lose input. A save that late can't include files and isn't retried. */
  get wouldLoseInput(): boolean {
    if (this.#pendingImageCount > 0) return true;
    return !this.isSaved && (this.#status.kind !== "changed" || newFiles(this.#content.images).length > 0);
  }

  /** Sets how many chosen photos aren't part of the content yet. */
  expectImages(count: number): void {
    this.#pendingImageCount = count;
  }

  /** Call when the form's content changes. */
  change(content: ListingContent): void {
    this.#content = content;
    if (this.#status.kind !== "published") this.#requests.onUnsaved(this.isSaved ? null : content);
    if (this.#runningSave || this.#isPaused || this.#hasEnded) return;
    // The scheduled retry saves this change too.
    if (this.#status.kind === "failed" && !this.isSaved) return;
    clearTimeout(this.#timer);
    if (this.isSaved) this.#setStatus({ kind: "saved" });
    else {
      this.#setStatus({ kind: "changed" });
      this.#timer = setTimeout(() => void this.saveNow(), SAVE_DEBOUNCE_MS);
    }
  }

  /** Saves unsaved changes right away. `closing`: the page is about to close. */
  async saveNow(closing = false): Promise<void> {
    if (this.#runningSave) return this.#runningSave;
    if (this.isSaved || this.#isPaused || this.#hasEnded) return;
    clearTimeout(this.#timer);
    const content = this.#unconfirmedContent ?? this.#content;
    this.#runningSave = this.#save(content, closing).finally(() => (this.#runningSave = null));
    await this.#runningSave;
    const hasNewerInput = this.#status.kind === "saved" ? !this.isSaved : textOf(this.#content) !== textOf(content);
    if (hasNewerInput) this.change(this.#content);
  }

  /** Stops saving until `resume`, because the draft is being listed. */
  async pause(): Promise<void> {
    await this.#runningSave;
    // The response to the last save may be lost. A retry returns the server's version.
    if (this.#unconfirmedContent) await this.saveNow();
    this.#isPaused = true;
    clearTimeout(this.#timer);
  }

  /** Resumes saving after the listing has failed with `error`. */
  resume(error: Error): void {
    this.#isPaused = false;
    const finalStatus = error instanceof ApiFailure ? FINAL_STATUSES[error.code] : undefined;
    // The newer version may be our own save, whose response was lost. A retry finds out.
    const mayBeOwn = finalStatus === "conflict" && this.#unconfirmedContent !== null;
    this.#setStatus({ kind: finalStatus && !mayBeOwn ? finalStatus : "changed" });
    this.change(this.#content);
  }

  async #save(content: ListingContent, closing: boolean): Promise<void> {
    this.#setStatus({ kind: "saving" });
    this.#unconfirmedContent = content;
    try {
      const draft = await this.#requests.save({
        id: this.id,
        version: this.#version,
        fields: content.values,
        images: toImageInputs(content.images),
        closing: closing && newFiles(content.images).length === 0,
      });
      this.#unconfirmedContent = null;
      this.#version = draft.version;
      const withStored = (images: ListingImages) => withStoredImages(images, content.images, draft.pictures);
      this.#storedText = textOf({ ...content, images: withStored(content.images) });
      this.#content = { ...this.#content, images: withStored(this.#content.images) };
      for (const listener of this.#storedListeners) listener(content.images, draft.pictures);
      this.#setStatus({ kind: "saved" });
      this.#requests.onSaved();
      if (this.isSaved) this.#requests.onUnsaved(null);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      this.#handleFailure(error);
    }
  }

  #handleFailure(error: ApiFailure): void {
    const finalStatus = FINAL_STATUSES[error.code];
    if (finalStatus === "published") this.#requests.onUnsaved(null);
    if (finalStatus || isDecided(error)) {
      this.#unconfirmedContent = null;
      return this.#setStatus(finalStatus ? { kind: finalStatus } : { kind: "refused", message: error.message });
    }
    this.#setStatus({ kind: "failed", message: messageOf(error, OFFLINE) });
    this.#timer = setTimeout(() => void this.saveNow(), (error.retryAfter ?? 0) * 1_000 || RETRY_MS);
  }

  get #hasEnded(): boolean {
    return ["conflict", "gone", "published"].includes(this.#status.kind);
  }

  #setStatus(status: DraftStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

function textOf({ values, images }: ListingContent): string {
  return JSON.stringify([values, images.map(({ id, file, current }) => (file ? `file ${id}` : current?.url))]);
}
