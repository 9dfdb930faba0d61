/**
 * Which passwords nobody may choose, whatever letters and digits they are made of: those that everybody tries first,
 * and those that say who the person is or where they are. The list of words serves with every digit that may hang on
 * one, so it is short and forbids much.
 */
import { COMMON_WALKS, COMMON_WORDS } from "./common-passwords.ts";

const HOUSE = "lotline";
/** A shorter name in front of the `@` is in too many words by chance. */
const MIN_NAME = 4;
/** A tail that is longer is most of the password, and no habit. */
const MAX_TAIL = 6;
/** So few letters are no word: then the digits must be something. */
const FEW_LETTERS = 3;

const COMMON = "This password is too common: choose another one";

/** The sentence for the field, or null when there is nothing against it. */
export function passwordProblem(password: string, email: string): string | null {
  const lower = password.toLowerCase();
  if (lower.includes(HOUSE)) return `Password must not contain "${HOUSE}"`;
  const name = (email.toLowerCase().split("@")[0] ?? "").split("+")[0] ?? "";
  if (name.length >= MIN_NAME && lower.includes(name)) return "Password must not contain the name in your email";
  return isCommon(lower) ? COMMON : null;
}

function isCommon(lower: string): boolean {
  const bare = lower.replaceAll(/[^\p{L}\d]/gu, "");
  if (COMMON_WALKS.has(bare) || COMMON_WALKS.has(bare.replace(/\d{1,4}$/, ""))) return true;
  const [, head = "", core = "", tail = ""] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(lower) ?? [];
  if (Array.from(core).length <= FEW_LETTERS) return isWorn(head) && isWorn(tail);
  // Of "P4ssw0rd!99" the word is "p4ssw0rd"; of "Pa$$word" too.
  return head.length + tail.length <= MAX_TAIL && words(core, tail).some((word) => COMMON_WORDS.has(word));
}

/** The word as it was meant: once itself, and once with what stands for its last letter ("Footba11"). */
function words(core: string, tail: string): string[] {
  return [spelt(core), spelt(core + tail)].flatMap((word) => [word, ...halves(word)]);
}

/** "passwordpassword" is "password". */
function halves(word: string): string[] {
  const half = word.slice(0, word.length / 2);
  return half + half === word ? [half] : [];
}

const STANDS_FOR: Readonly<Record<string, string>> = {
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

function spelt(word: string): string {
  return Array.from(word, (character) => STANDS_FOR[character] ?? character)
    .filter((character) => /\p{L}/u.test(character))
    .join("");
}

/** Nothing, a few digits, one digit again and again, or a row of them: 123456, 987654, 111111, 121212. */
function isWorn(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ""), Number);
  if (digits.length <= 4) return true;
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  if (steps.every((step) => step === steps[0] && (step <= 1 || step === 9))) return true;
  return [1, 2, 3, 4].some((period) => digits.every((digit, index) => digit === digits[index % period]));
}
