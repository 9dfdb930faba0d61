/**
 * The header with the person that a page shows as signed in. If a call or a socket has another person's session, we
 * treat it as one without a session. A browser's socket can't send headers, so its URL has `PERSON_PARAMETER`.
 */
export const PERSON_HEADER = "x-person";
export const PERSON_PARAMETER = "person";
