/**
 * The code of a dialog wasn't loaded. The note stands at its buttons, because the code of toasts may be missing, too.
 */
export const COULD_NOT_OPEN = "This couldn't be opened. Check your connection and try again.";
