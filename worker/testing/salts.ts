/**
 * The salt of a sealed maximum or reserve is two random ids in a row, as nothing else is. It may leave its room in one way:
 * beside the amount, in the fact that opens it.
 */
const SALT = /[\da-f]{12}[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/;
const OPENED = /"opened(?:Maximum|Reserve)":\{[^{}]*\}/g;

/** Whether a text has a salt that was not opened. */
export function containsSalt(text: string): boolean {
  return SALT.test(text.replaceAll(OPENED, ""));
}
