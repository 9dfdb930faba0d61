/**
 * What JSON.parse lets pass and we do not: nesting without end, the same key twice in one object (of which readers
 * disagree which one counts), and keys that reach into prototypes. Given text that is known to be JSON.
 */

/** Deeper than anything that the API takes. */
const MOST_LEVELS = 5;
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** The keys seen in an object that is still open, or null for an array. */
type Level = Set<string> | null;

export function isPlainJson(text: string): boolean {
  const levels: Level[] = [];
  let last = "";
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === "{" || token === "[") {
      levels.push(token === "{" ? new Set() : null);
      if (levels.length > MOST_LEVELS) return false;
    } else if (token === "}" || token === "]") levels.pop();
    else if (token === ":" && !isNewKey(last, levels.at(-1))) return false;
    last = token;
  }
  return true;
}

function isNewKey(literal: string, level: Level | undefined): boolean {
  // Escapes are undone first: "\u005f_proto__" is the same key.
  const key = literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
  if (!level || level.has(key) || FORBIDDEN_KEYS.has(key)) return false;
  level.add(key);
  return true;
}
