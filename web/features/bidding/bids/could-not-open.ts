/** The code of a dialog didn't load. The note is at its buttons, because the code of toasts may be missing too. */
export const COULD_NOT_OPEN = "This couldn't be opened. Check your connection and try again.";
