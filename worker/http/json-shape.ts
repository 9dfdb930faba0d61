/**
 * JSON from a client, parsed once. JSON.parse accepts three things that this refuses: nesting without end, the same key
 * twice in one object (parsers disagree about which one counts), and keys that reach into prototypes.
 */

/** Deeper than anything that the API takes. */
const MAX_LEVELS = 5;
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);
const STRINGS = /"(?:[^"\\]|\\.)*"/g;

/** The value of a JSON text. Throws a SyntaxError, as JSON.parse does, for a text that is refused. */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Outside of strings each colon follows one key, and JSON.parse keeps one of two equal keys.
  const written = text.replace(STRINGS, "").split(":").length - 1;
  if (countKeys(value, MAX_LEVELS) !== written) throw new SyntaxError("the same key twice in one object");
  return value;
}

/** All keys in a value. Throws when one of them is forbidden, or at the first level below `levels`. */
function countKeys(value: unknown, levels: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) throw new SyntaxError("nested too deeply");
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  if (keys.some((key) => FORBIDDEN_KEYS.has(key))) throw new SyntaxError("a key that reaches into prototypes");
  let count = keys.length;
  for (const member of Object.values(value)) count += countKeys(member, levels - 1);
  return count;
}
