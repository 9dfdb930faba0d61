/**
 * The maximum lengths of what people write, in characters as `lengthOf` counts them, for schemas and form fields.
 * Doesn't use zod, so that the pages that load first can use it.
 */

/** In octets of UTF-8 (RFC 5321, 4.5.3.1.3). */
export const MAX_EMAIL_LENGTH = 254;
/** A first or a last name. */
export const MAX_NAME_LENGTH = 50;
export const MAX_TITLE_LENGTH = 120;
export const MAX_DESCRIPTION_LENGTH = 5_000;
/** An item's location. */
export const MAX_LOCATION_LENGTH = 80;
export const MAX_CATEGORY_NAME_LENGTH = 40;
/** A site's name. */
export const MAX_SITE_NAME_LENGTH = 40;
export const MAX_CATEGORY_DESCRIPTION_LENGTH = 300;
/** A search for auctions. */
export const MAX_SEARCH_LENGTH = 120;
/** A note on a step of a deal, or the reason for a dispute. */
export const MAX_NOTE_LENGTH = 500;
/** How buyers pay a seller. */
export const MAX_INSTRUCTIONS_LENGTH = 1_000;
/** One line of an address. */
export const MAX_ADDRESS_LINE_LENGTH = 100;
/** A carrier's name, or a tracking number. */
export const MAX_TRACKING_LENGTH = 60;
/** A report in the person's own words. */
export const MAX_REPORT_LENGTH = 1_000;
/** A question about an item, and its answer. Short enough that people read both. */
export const MAX_QUESTION_LENGTH = 500;
/** A rating's text, and the reply to it. */
export const MAX_RATING_LENGTH = 1_000;
/** Why an admin acted. */
export const MAX_REASON_LENGTH = 500;

/** A list of auctions is counted up to this number. No one pages through more. Pages show it as "1,000+". */
export const MAX_COUNTED_AUCTIONS = 1_000;
