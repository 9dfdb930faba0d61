/** How long toasts take, in milliseconds, and when those of failures go. */

export const AUTO_CLOSE_MS = 5_000;
/** Long enough to read one: after this time a press anywhere else dismisses it. */
export const READ_MS = 1_500;
/** A call that takes longer than this shows a loading toast. */
export const LOADING_AFTER_MS = 400;
/** The window's event for a page change. Failures of the previous page mean nothing on the next. */
export const PAGE_CHANGED = "pagechanged";
