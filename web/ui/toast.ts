/** Toasts. The library and its stylesheet load with the first one, so that pages without toasts don't pay for them. */
import { createStore } from "../store.ts";
import { AUTO_CLOSE_MS, LOADING_AFTER_MS } from "./toast-times.ts";

export type ToastTone = "success" | "error" | "warning" | "info";

/** The most notices at a time. On a page in the background they stay, and hundreds of bids may arrive. */
const MAX_NOTICES = 3;

type Library = typeof import("react-toastify/unstyled");

class Toasts {
  /** Whether the library has loaded, so that the page needs the container. */
  readonly isLoaded = createStore(false);
  /** The library's ID of the latest toast for each key. */
  readonly #toastIds = new Map<string, ReturnType<Library["toast"]>>();
  /** The visible notices, newest last. */
  readonly #notices = new Set<string>();
  /** Subjects whose state the page itself shows in more detail. */
  readonly #shownOnPage = new Set<string>();
  // Until its container is mounted, the library queues toasts but can't update them, so the first ones wait for it.
  readonly #containerMounted = Promise.withResolvers<void>();

  readonly success = (message: string, subject?: string) => this.#show("success", message, subject);
  readonly error = (message: string, subject?: string) => this.#show("error", message, subject);
  readonly info = (message: string, subject = message) => this.notice("info", message, subject);
  /** Call this once the container is mounted. */
  readonly markContainerMounted = () => this.#containerMounted.resolve();
  /** Loads the library early, because without a network it's too late to load it. */
  readonly prepare = () => this.#withLibrary(() => undefined);

  /**
   * For events that aren't the result of an action here. Shows the newest three, one per subject. A newer notice about
   * the same subject replaces the old one in place and restarts its timer.
   */
  notice(tone: ToastTone, message: string, subject: string): void {
    if (this.#shownOnPage.has(subject)) return;
    const toastKey = keyOf(subject);
    this.#withLibrary((library) => {
      this.#replace(library, toastKey, tone, message);
      this.#notices.delete(toastKey);
      this.#notices.add(toastKey);
      for (const old of [...this.#notices].slice(0, -MAX_NOTICES)) {
        this.#notices.delete(old);
        this.#dismiss(library, old);
      }
    });
  }

  /**
   * The page itself shows the state of the subject, so its toast is dismissed. No toast about the subject is shown
   * until you call the returned function.
   */
  claimForPage(subject: string): () => void {
    this.#shownOnPage.add(subject);
    if (this.isLoaded.get()) this.#withLibrary((library) => this.#dismiss(library, keyOf(subject)));
    return () => this.#shownOnPage.delete(subject);
  }

  /** The toast stays until you call the returned function. Quick actions show none. */
  loading(message = "Loading..."): () => void {
    let isOver = false;
    let dismiss = () => {};
    this.prepare();
    const timer = setTimeout(() => {
      this.#withLibrary(({ toast }) => {
        if (isOver) return;
        const toastId = toast.loading(message);
        dismiss = () => toast.dismiss(toastId);
      });
    }, LOADING_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      dismiss();
    };
  }

  /**
   * Identical messages at the same time become one toast, because several queries may fail for one reason. With a
   * subject, such as a form or an item, the message replaces the previous toast about that subject.
   */
  #show(tone: ToastTone, message: string, subject?: string): void {
    if (subject !== undefined && this.#shownOnPage.has(subject)) return;
    const toastKey = subject === undefined ? `${tone} ${message}` : keyOf(subject);
    this.#withLibrary((library) => {
      // No longer a notice, so newer ones don't push it out.
      this.#notices.delete(toastKey);
      this.#replace(library, toastKey, tone, message);
    });
  }

  #replace({ toast }: Library, toastKey: string, tone: ToastTone, text: string): void {
    const toastId = this.#toastIds.get(toastKey);
    if (toastId !== undefined && toast.isActive(toastId))
      toast.update(toastId, { render: text, type: tone, autoClose: AUTO_CLOSE_MS });
    else this.#toastIds.set(toastKey, toast[tone](text));
  }

  #dismiss({ toast }: Library, toastKey: string): void {
    const toastId = this.#toastIds.get(toastKey);
    if (toastId !== undefined) toast.dismiss(toastId);
  }

  /** If the library can't be loaded, only the toast is lost. Failures also show where they happened. */
  #withLibrary(action: (library: Library) => void): void {
    void this.#load().then(action, () => undefined);
  }

  async #load(): Promise<Library> {
    const [library] = await Promise.all([import("react-toastify/unstyled"), import("./toast-stack.tsx")]);
    this.isLoaded.set(true);
    await this.#containerMounted.promise;
    return library;
  }
}

function keyOf(subject: string): string {
  return `about ${subject}`;
}

/** One per document, because code outside React shows toasts too, for example when a query fails. */
export const toasts = new Toasts();
