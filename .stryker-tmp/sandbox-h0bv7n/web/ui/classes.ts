/** Joins class names; what is absent or false is left out. */
// @ts-nocheck

export function classes(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
