/**
 * Shown beside a dialog's buttons if its code didn't load. A toast wouldn't do, because its code may be missing too.
 */
export const COULD_NOT_OPEN = "We couldn't open this. Check your connection and try again.";
