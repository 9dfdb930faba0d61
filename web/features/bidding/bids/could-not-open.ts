/** The code of a dialog was not loaded. Said where its buttons are: the code of toasts may be missing, too. */
export const COULD_NOT_OPEN = "This couldn't be opened. Check your connection and try again.";
