/** The code of a dialog didn't load. The note is at its buttons, because the code of toasts may be missing too. */
export const COULD_NOT_OPEN = "We couldn't open this. Check your connection and try again.";
