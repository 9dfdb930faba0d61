/** How long toasts stay, in milliseconds, and when failures go away. */

export const AUTO_CLOSE_MS = 5_000;
/** Long enough to read a toast. After this, a tap elsewhere dismisses the toast, unless it's a failure. */
export const TOAST_READ_MS = 1_500;
/** A call that takes longer than this shows a loading toast. */
export const LOADING_AFTER_MS = 400;
/** The window event for a page change. Failures from the previous page mean nothing on the next. */
export const PAGE_CHANGED = "pagechanged";
