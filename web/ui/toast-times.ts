/** How long toasts take, in milliseconds. */

export const AUTO_CLOSE_MS = 5_000;
/** Long enough to read one: from then on a press anywhere else takes it off what it covers. */
export const READ_MS = 1_500;
/** A call that takes longer than this is said to be loading. */
export const LOADING_AFTER_MS = 400;
