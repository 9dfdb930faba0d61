/**
 * The salt of a sealed maximum is two random ids in a row, as nothing else is. It may leave its room in one way: beside
 * the maximum, in the fact that opens it.
 */
const SALT = /[\da-f]{12}[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/;
const OPENED = /"openedMaximum":\{[^{}]*\}/g;

/** Whether a text has a salt that was not opened. */
export function containsSalt(text: string): boolean {
  return SALT.test(text.replaceAll(OPENED, ""));
}
