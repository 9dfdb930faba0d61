/** Toasts. The library and its stylesheet load with the first one, so that pages without toasts don't pay for them. */
import { createStore, useStore } from "../store.ts";
import { AUTO_CLOSE_MS, LOADING_AFTER_MS } from "./toast-times.ts";

export type ToastTone = "success" | "error" | "warning" | "info";

/** The most toasts at a time. On a page in the background they stay, and hundreds of bids may arrive. */
const MAX_NOTICES = 3;

// One of each per document, because code outside React shows toasts too, for example when a call of the query client
// fails.
/** Whether any toast has been requested, so that the page needs the container. */
const wanted = createStore(false);
let count = 0;
/** The library's ID of each toast's last showing. It rejects a new toast with the ID of one that is just leaving. */
const shownAs = new Map<string, string>();
/** The IDs of the visible notices, newest last. */
let notices: readonly string[] = [];
/** Subjects whose state the page itself shows in more detail. */
const shownOnPage = new Set<string>();
// The library drops toasts shown before its container is mounted, so the first ones wait for it.
const stack = Promise.withResolvers<void>();

/** Call this once the container is mounted. */
export function toastContainerReady(): void {
  stack.resolve();
}

async function library() {
  const [loaded] = await Promise.all([import("react-toastify/unstyled"), import("./toast-stack.tsx")]);
  if (!wanted.get()) wanted.set(true);
  await stack.promise;
  return loaded;
}

/** Loads the library early, because it couldn't be loaded to report a lost network. */
export function prepareToasts(): void {
  withLibrary(() => undefined);
}

/** If the library can't be loaded, only the toast is lost. Failures also show where they happened. */
function withLibrary(action: (loaded: Library) => void): void {
  void library().then(action, () => undefined);
}

/**
 * Identical messages at the same time become one toast, because several queries may fail for one reason. With a
 * subject, such as a form or an item, it replaces the previous toast about that subject.
 */
function show(tone: ToastTone, message: string, subject?: string): void {
  if (subject !== undefined && shownOnPage.has(subject)) return;
  const id = subject === undefined ? idOf(tone, message) : idOf("about", subject);
  withLibrary((loaded) => {
    // No longer a notice, so newer ones don't push it out.
    notices = notices.filter((notice) => notice !== id);
    replace(loaded, id, tone, message);
  });
}

/** Replaces a notice about the same subject in place and restarts its timer. */
function notify(tone: ToastTone, message: string, subject: string): void {
  if (shownOnPage.has(subject)) return;
  const id = idOf("about", subject);
  withLibrary((loaded) => {
    replace(loaded, id, tone, message);
    for (const old of replacedBy(id)) dismiss(loaded, old);
  });
}

type Library = Awaited<ReturnType<typeof library>>;

function replace({ toast }: Library, id: string, tone: ToastTone, text: string): void {
  const shown = shownAs.get(id);
  if (shown && toast.isActive(shown)) {
    toast.update(shown, { render: text, type: tone, autoClose: AUTO_CLOSE_MS });
    return;
  }
  count += 1;
  const toastId = `${id}:${count}`;
  shownAs.set(id, toastId);
  toast[tone](text, { toastId });
}

function dismiss({ toast }: Library, id: string): void {
  const shown = shownAs.get(id);
  if (shown) toast.dismiss(shown);
}

/**
 * The page itself shows the state of the subject, so its toast is dismissed. No other is shown until you call the
 * returned function.
 */
function claimForPage(subject: string): () => void {
  shownOnPage.add(subject);
  if (wanted.get()) withLibrary((loaded) => dismiss(loaded, idOf("about", subject)));
  return () => shownOnPage.delete(subject);
}

/** The library writes the ID into the page, where IDs can't contain spaces. */
function idOf(kind: string, subject: string): string {
  return `${kind}:${encodeURIComponent(subject)}`;
}

/** Adds the notice as the newest, and returns the old ones it pushes out. */
function replacedBy(noticeId: string): readonly string[] {
  const shown = [...notices.filter((id) => id !== noticeId), noticeId];
  notices = shown.slice(-MAX_NOTICES);
  return shown.slice(0, -MAX_NOTICES);
}

export const toasts = {
  success: (message: string, subject?: string) => show("success", message, subject),
  error: (message: string, subject?: string) => show("error", message, subject),
  info: (message: string, subject = message) => notify("info", message, subject),
  /** For events that aren't the result of an action here. Shows the newest few, one per subject. */
  notice: notify,
  claimForPage,
  /** The toast stays until you call the returned function. Quick actions show none. */
  loading(message = "Loading..."): () => void {
    count += 1;
    const toastId = `loading:${count}`;
    let dismissed = false;
    prepareToasts();
    const timer = setTimeout(() => {
      withLibrary(({ toast }) => {
        if (!dismissed) toast.loading(message, { toastId });
      });
    }, LOADING_AFTER_MS);
    return () => {
      dismissed = true;
      clearTimeout(timer);
      withLibrary(({ toast }) => toast.dismiss(toastId));
    };
  },
};

export function useNeedsToastHost(): boolean {
  return useStore(wanted, (isWanted) => isWanted);
}
