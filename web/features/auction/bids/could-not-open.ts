/**
 * Shown beside the buttons that open a dialog if its code didn't load. It isn't a toast, because the toast code may be
 * missing, too.
 */
export const COULD_NOT_OPEN = "We couldn't open this. Check your connection and try again.";
