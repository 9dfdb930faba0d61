/**
 * How a page names the person that it shows as signed in. A call or a socket of another person's session is answered as
 * one without a session. A socket of a browser can send no header.
 */
export const PERSON_HEADER = "x-person";
export const PERSON_PARAMETER = "person";
