/**
 * The salt of a sealed maximum or reserve is two random UUIDs in a row, a format that nothing else has. It may leave
 * its room only in the fact that opens it, together with the amount.
 */
const SALT = /[\da-f]{12}[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/;
const OPENED = /"opened(?:Maximum|Reserve)":\{[^{}]*\}/g;

/** Whether text has a salt that has not been opened. */
export function containsSalt(text: string): boolean {
  return SALT.test(text.replaceAll(OPENED, ""));
}
