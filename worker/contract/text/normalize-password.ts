import { lengthOf } from "./clean-text.ts";

/**
 * Passwords in the form in which we compare them, OpaqueString of RFC 8265. Some keyboards send an accent with its
 * letter and others after it, and some send other kinds of space. Nothing is trimmed, and case stays.
 */
export function normalizePassword(password: string): string {
  return password.replace(/\p{Zs}/gu, " ").normalize("NFC");
}

/** A shorter name occurs in too many words by chance. */
export const MIN_FORBIDDEN_NAME_LENGTH = 4;

/** The site's name in lower case, which no password may contain. Null if it's too short. */
export function forbiddenName(siteName: string): string | null {
  return lengthOf(siteName) < MIN_FORBIDDEN_NAME_LENGTH ? null : siteName.toLowerCase();
}

/**
 * Uppercase, lowercase and a digit, of any script. A letter of a script without case, such as 字 or ع, counts as both. ª
 * and º count as neither, because Latin script has case.
 */
export function hasAllCharacterKinds(password: string): boolean {
  const [upper, lower, digit] = [
    /[\p{Lu}\p{Lt}]|(?!\p{Script=Latin})\p{Lo}/u,
    /\p{Ll}|(?!\p{Script=Latin})\p{Lo}/u,
    /\p{Nd}/u,
  ];
  return [upper, lower, digit].every((kind) => kind.test(normalizePassword(password)));
}
