/**
 * Refuses weak passwords beyond the length and character rules: commonly used ones, and those that contain the name in
 * the email address or the site's name. It compares words without leading and trailing digits and symbols, so a short
 * list covers many variants. Letters and digits of other widths and digits of other scripts count as the usual ones.
 */
import { withPlainDigits } from "../contract/text/digits.ts";
import { forbiddenName, MIN_FORBIDDEN_NAME_LENGTH } from "../contract/text/normalize-password.ts";
import { COMMON_MIXES, COMMON_WORDS } from "./common-passwords.ts";

/** More digits and symbols than this around a word are unusual, and make the password strong enough. */
const MAX_AFFIX_LENGTH = 6;
/** A core of at most this many letters is not a word, so the digits have to be hard to guess. */
const MAX_TRIVIAL_LETTERS = 3;

const TOO_COMMON_MESSAGE = "This password is too common. Choose another one.";

/** The error message for the field, or null when the password is acceptable. */
export function passwordProblem(password: string, email: string, siteName: string): string | null {
  const lower = fold(password);
  const site = forbiddenName(siteName);
  if (site !== null && containsName(lower, fold(site))) return `Password must not contain "${site}"`;
  const name = (fold(email).split("@")[0] ?? "").split("+")[0] ?? "";
  if (name.length >= MIN_FORBIDDEN_NAME_LENGTH && lower.includes(name))
    return "Password must not contain the part of your email before the @";
  return isCommon(lower) ? TOO_COMMON_MESSAGE : null;
}

/** `Ｐａｓｓｗｏｒｄ１` and `Password١` are "password1". */
function fold(text: string): string {
  return withPlainDigits(text.normalize("NFKC").toLowerCase());
}

/** "gavel&sons" and "Gavel-Sons" also contain "gavel & sons". A name of letters and digits has to match exactly. */
function containsName(lower: string, name: string): boolean {
  const bareName = lettersAndDigits(name);
  const hasBareForm = bareName !== name && bareName.length >= MIN_FORBIDDEN_NAME_LENGTH;
  return lower.includes(name) || (hasBareForm && lettersAndDigits(lower).includes(bareName));
}

function lettersAndDigits(lower: string): string {
  return lower.replaceAll(/[^\p{L}\d]/gu, "");
}

function isCommon(lower: string): boolean {
  const bare = lettersAndDigits(lower);
  if (COMMON_MIXES.has(bare) || COMMON_MIXES.has(bare.replace(/\d{1,4}$/, ""))) return true;
  const [, head = "", core = "", tail = ""] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(lower) ?? [];
  if (Array.from(core).length <= MAX_TRIVIAL_LETTERS) return isTrivial(head) && isTrivial(tail);
  // "P4ssw0rd!99" has the core "p4ssw0rd", and "Pa$$word" has "pa$$word".
  return (
    head.length + tail.length <= MAX_AFFIX_LENGTH && intendedWords(core, tail).some((word) => COMMON_WORDS.has(word))
  );
}

/** The intended words: the core itself, and the core with a tail that may replace its last letters ("Footba11"). */
function intendedWords(core: string, tail: string): string[] {
  return [undoSubstitutions(core), undoSubstitutions(core + tail)].flatMap((word) => [word, ...repeatedHalf(word)]);
}

/** "passwordpassword" is "password". */
function repeatedHalf(word: string): string[] {
  const half = word.slice(0, word.length / 2);
  return half + half === word ? [half] : [];
}

const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "!": "i",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
  "7": "t",
  "8": "b",
};

function undoSubstitutions(word: string): string {
  return Array.from(word, (character) => SUBSTITUTIONS[character] ?? character)
    .filter((character) => /\p{L}/u.test(character))
    .join("");
}

/** Whether the digits are easy to guess: at most four, repeated, or in sequence (123456, 987654, 111111, 121212). */
function isTrivial(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ""), Number);
  if (digits.length <= 4) return true;
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  if (steps.every((step) => step === steps[0] && (step <= 1 || step === 9))) return true;
  return [1, 2, 3, 4].some((period) => digits.every((digit, index) => digit === digits[index % period]));
}
