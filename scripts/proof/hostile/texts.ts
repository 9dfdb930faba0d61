/**
 * Strings that attackers send in forms, JSON, URLs, headers and frames. All tests that need such strings share them.
 */

export const MARKUP = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</title><svg onload=alert(1)>",
  "javascript:alert(1)",
  "{{constructor.constructor('alert(1)')()}}",
];

/** SQL statements and parts of them. A response may repeat one, because it was stored as a user's text. */
export const STATEMENTS = [
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  "x' UNION SELECT password_hash, email FROM users --",
  '" OR title:* OR "',
  "%' ESCAPE '",
];

/** Characters that are invisible or change how others look. */
export const INVISIBLE = ["\u0000", "\u001b[2J", "\u202Egpj.exe", "\u2066x", "\u200f", "\u0085", "\ud800"];

/** Strings that have a meaning somewhere else, such as numbers, names, paths and control characters. */
export const ODD_TEXTS = [
  "",
  " ",
  "../../etc/passwd",
  "..%2f..%2f",
  "a\u0000b",
  "\r\nSet-Cookie: x=y",
  "\u2066\u2069",
  "\udfff\ud800",
  "\ufeff",
  "e\u0301".repeat(200),
  "👩‍👩‍👧‍👦".repeat(60),
  "İıſK",
  "NaN",
  "Infinity",
  "-0",
  "1e309",
  "0x10",
  "1_000",
  "９９９",
  "null",
  "undefined",
  "[object Object]",
  "__proto__",
  "constructor",
  "${7*7}",
  "$(id)",
  "%00",
  "%",
  "\\",
  "x".repeat(5_001),
];

const NESTING_DEPTH = 300;
/** Invalid JSON, or JSON of an unexpected shape. */
export const BROKEN_JSON = [
  "",
  "null",
  "[]",
  "1",
  '"x"',
  "{",
  "{}",
  '{"a":1,"a":2}',
  '{"__proto__":{"role":"Admin"}}',
  '{"a":{"constructor":{"prototype":{}}}}',
  `${"[".repeat(NESTING_DEPTH)}${"]".repeat(NESTING_DEPTH)}`,
  `{"a":"${"x".repeat(16 * 1_024)}"}`,
  '{"a":1e999}',
  '{"a":"\\ud800"}',
];
