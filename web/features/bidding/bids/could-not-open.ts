/**
 * Shown beside a dialog's buttons if its code didn't load. A toast wouldn't do, because its code may be missing too.
 */
export const COULD_NOT_OPEN = "This couldn't be opened. Check your connection and try again.";
