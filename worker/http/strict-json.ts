/**
 * Parses a client's JSON once. Unlike `JSON.parse`, it refuses deep nesting, duplicate keys in one object (parsers
 * disagree about which one counts), and keys that can reach a prototype.
 */

/** Deeper than any API input. */
const MAX_LEVELS = 5;
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);
const STRINGS = /"(?:[^"\\]|\\.)*"/g;

/**
 * The value of JSON text. Throws a SyntaxError if it refuses the text. The message is for the sender, and quotes
 * nothing.
 */
export function parseStrictJson(text: string): unknown {
  if (text.trim() === "") throw new SyntaxError("The body is empty. Send JSON.");
  const value = parseJson(text);
  // Outside strings each colon follows one key, and JSON.parse keeps only one of two equal keys.
  const writtenKeyCount = text.replace(STRINGS, "").split(":").length - 1;
  if (countKeys(value, MAX_LEVELS) !== writtenKeyCount) throw new SyntaxError("A field appears twice in the JSON");
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError("Send the body as JSON in UTF-8");
  }
}

/** Counts all keys of a value. Throws for a forbidden key, or when it is nested deeper than `levels`. */
function countKeys(value: unknown, levels: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) throw new SyntaxError("The JSON is nested too deeply");
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  if (keys.some((key) => FORBIDDEN_KEYS.has(key))) throw new SyntaxError("The JSON has a field that is not allowed");
  let count = keys.length;
  for (const member of Object.values(value)) count += countKeys(member, levels - 1);
  return count;
}
